// Shows openapi.json as a page.
import { el, find, notify, request } from "/static/js/common.js";

/** A text in which pieces between backticks are code. */
const prose = (text = "") => text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));

/** What a field means: its own description, or that of its shape. */
function meaning(schema, all) {
  if (schema.description) return prose(schema.description);
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].find((one) => one.$ref);
  return inner ? prose(all[inner.$ref.split("/").pop()]?.description) : [];
}

function typeOf(schema, all) {
  if (!schema) return [];
  const name = schema.$ref?.split("/").pop();
  if (name) return [el("a", { href: `#${name}` }, name)];
  if (schema.anyOf) return schema.anyOf.flatMap((one, index) => (index ? [" or ", typeOf(one, all)] : [typeOf(one, all)]));
  if (schema.enum) return [schema.enum.map((one) => JSON.stringify(one)).join(" or ")];
  if (schema.type === "array") return ["list of ", typeOf(schema.items, all)];
  return [schema.type ?? "anything"];
}

function bounds(schema) {
  const inner = schema.anyOf?.find((one) => one.type !== "null") ?? schema;
  const words = { minimum: "at least", maximum: "at most", minLength: "length from", maxLength: "length to", maxItems: "items to", exclusiveMinimum: "more than" };
  return Object.entries(words).filter(([key]) => inner[key] !== undefined).map(([key, word]) => `${word} ${inner[key]}`).join(", ");
}

function fields(schema, all) {
  const whole = schema.$ref ? all[schema.$ref.split("/").pop()] : schema;
  const required = new Set(whole.required ?? []);
  const rows = Object.entries(whole.properties ?? {}).map(([name, one]) => el("tr", {},
    el("td", {}, el("code", {}, name), required.has(name) ? "" : el("span", { class: "muted" }, " (optional)")),
    el("td", {}, ...typeOf(one, all)), el("td", { class: "muted" }, bounds(one)), el("td", {}, meaning(one, all))));
  if (!rows.length) return null;
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...["field", "type", "bounds", "meaning"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows)));
}

function operation(path, method, one, all) {
  const body = one.requestBody?.content?.["application/json"]?.schema;
  const answer = Object.values(one.responses ?? {})[0]?.content ?? {};
  const answered = answer["application/json"]?.schema;
  const asked = (one.parameters ?? []).map((item) => el("li", {}, el("code", {}, item.name), ` (${item.in}) `, prose(item.description), " ", el("span", { class: "muted" }, bounds(item.schema ?? {}))));
  return el("section", { class: "panel operation" },
    el("h2", {}, el("code", {}, `${method.toUpperCase()} ${path}`)),
    el("p", {}, prose(one.description ?? one.summary)),
    asked.length ? el("ul", {}, ...asked) : null,
    body ? fields(body, all) : null,
    el("p", { class: "muted small" }, "answers ", ...(answered ? typeOf(answered, all) : [Object.keys(answer).join(", ")])));
}

try {
  const api = await request("/api/openapi.json");
  const all = api.components?.schemas ?? {};
  const place = find("#operations");
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, one] of Object.entries(methods)) place.append(operation(path, method, one, all));
  }
  place.append(el("h1", {}, "Shapes"));
  for (const [name, shape] of Object.entries(all)) {
    place.append(el("section", { class: "panel operation", id: name }, el("h2", {}, el("code", {}, name)), el("p", {}, prose(shape.description)), fields(shape, all)));
  }
} catch (error) {
  notify(error);
}
