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
  if (schema.anyOf)
    return schema.anyOf.flatMap((one, index) => (index ? [" or ", typeOf(one, all)] : [typeOf(one, all)]));
  if (schema.enum) return [schema.enum.map((one) => JSON.stringify(one)).join(" or ")];
  if (schema.type === "array") return ["list of ", typeOf(schema.items, all)];
  return [schema.type ?? "anything"];
}

function bounds(schema) {
  const inner = schema.anyOf?.find((one) => one.type !== "null") ?? schema;
  const words = {
    minimum: "at least",
    maximum: "at most",
    minLength: "length from",
    maxLength: "length to",
    maxItems: "items to",
    exclusiveMinimum: "more than",
  };
  return Object.entries(words)
    .filter(([key]) => inner[key] !== undefined)
    .map(([key, word]) => `${word} ${inner[key]}`)
    .join(", ");
}

function fields(schema, all) {
  const whole = schema.$ref ? all[schema.$ref.split("/").pop()] : schema;
  const required = new Set(whole.required ?? []);
  const rows = Object.entries(whole.properties ?? {}).map(([name, one]) =>
    el(
      "tr",
      {},
      el("td", {}, el("code", {}, name), required.has(name) ? "" : el("span", { class: "muted" }, " (optional)")),
      el("td", {}, ...typeOf(one, all)),
      el("td", { class: "muted" }, bounds(one)),
      el("td", {}, meaning(one, all)),
    ),
  );
  if (!rows.length) return null;
  return el(
    "div",
    { class: "scroll" },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el("tr", {}, ...["field", "type", "bounds", "meaning"].map((name) => el("th", { scope: "col" }, name))),
      ),
      el("tbody", {}, ...rows),
    ),
  );
}

function operation(path, method, one, all, examples) {
  const body = one.requestBody?.content?.["application/json"]?.schema;
  const answer = Object.values(one.responses ?? {})[0]?.content ?? {};
  const answered = answer["application/json"]?.schema;
  const asked = (one.parameters ?? []).map((item) =>
    el(
      "li",
      {},
      el("code", {}, item.name),
      ` (${item.in}) `,
      prose(item.description),
      " ",
      el("span", { class: "muted" }, bounds(item.schema ?? {})),
    ),
  );
  return el(
    "section",
    { class: "panel operation", id: idOf(path, method) },
    el("h2", {}, el("code", {}, `${method.toUpperCase()} ${path}`)),
    el("p", {}, prose(one.description ?? one.summary)),
    asked.length ? el("ul", {}, ...asked) : null,
    body ? fields(body, all) : null,
    el(
      "p",
      { class: "muted small" },
      "answers ",
      ...(answered ? typeOf(answered, all) : [Object.keys(answer).join(", ")]),
    ),
    tryIt(path, method, one, all, examples),
  );
}

const idOf = (path, method) => `${method}-${path.replace(/[^a-z]+/g, "-")}`;

/** A value that fits a field, for a form that can be sent at once. */
function sample(schema, all, examples, name = "") {
  const whole = schema.$ref ? all[schema.$ref.split("/").pop()] : schema;
  if (whole.default !== undefined && whole.default !== null) return whole.default;
  const inner = whole.anyOf?.find((one) => one.type !== "null") ?? whole;
  if (name in examples) return examples[name];
  if (inner.$ref) return sample(inner, all, examples, name);
  if (inner.enum) return inner.enum[0];
  if (inner.properties)
    return Object.fromEntries(
      (inner.required ?? []).map((key) => [key, sample(inner.properties[key], all, examples, key)]),
    );
  if (inner.type === "array")
    return Array.from({ length: inner.minItems ?? 0 }, () => sample(inner.items ?? {}, all, examples, ""));
  return { integer: inner.minimum ?? 1, number: inner.minimum ?? 1, boolean: false, string: "" }[inner.type] ?? "";
}

/** A form that sends the request and shows what is answered; a stream until it has shown enough. */
function tryIt(path, method, one, all, examples) {
  const body = one.requestBody?.content?.["application/json"]?.schema;
  const inputs = (one.parameters ?? []).map((item) => ({
    item,
    field: el("input", {
      value: examples[item.name] ?? item.schema?.default ?? "",
      "aria-label": item.name,
      spellcheck: "false",
      maxlength: 300,
    }),
  }));
  const text = body
    ? el(
        "textarea",
        { rows: 5, spellcheck: "false", "aria-label": "the request's body" },
        JSON.stringify(sample(body, all, examples), null, 1),
      )
    : null;
  const answer = el("pre", { class: "answer", tabindex: 0, hidden: true, "aria-live": "polite" });
  const send = async () => {
    answer.hidden = false;
    answer.textContent = "…";
    try {
      const address = new URL(
        inputs
          .filter(({ item }) => item.in === "path")
          .reduce((so, { item, field }) => so.replace(`{${item.name}}`, encodeURIComponent(field.value)), path),
        location.origin,
      );
      for (const { item, field } of inputs)
        if (item.in === "query" && field.value !== "") address.searchParams.set(item.name, field.value);
      answer.textContent = await answered(address, method, text);
    } catch (error) {
      answer.textContent = error.message;
    }
  };
  return el(
    "details",
    { class: "try" },
    el("summary", {}, "Try it"),
    el(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          send();
        },
      },
      inputs.map(({ item, field }) => el("label", {}, item.name, field)),
      text,
      el("button", { class: "primary" }, "Send"),
    ),
    answer,
  );
}

const MOST = 6000; // characters of an answer that are shown

async function answered(address, method, text) {
  const stop = new AbortController();
  const reply = await fetch(address, {
    method: method.toUpperCase(),
    signal: stop.signal,
    headers: text ? { "content-type": "application/json" } : {},
    body: text?.value,
  });
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let got = "";
  for (let part = await reader.read(); !part.done && got.length < MOST; part = await reader.read()) got += part.value;
  stop.abort();
  let shown = got.slice(0, MOST);
  try {
    shown = JSON.stringify(JSON.parse(got), null, 1).slice(0, MOST);
  } catch {
    // a stream, a picture, or only its beginning
  }
  return `${reply.status}\n${shown}${shown.length < MOST ? "" : " …"}`;
}

try {
  const api = await request("/api/openapi.json");
  const all = api.components?.schemas ?? {};
  const place = find("#operations"),
    groups = new Map();
  const { cards, demonstration } = await request("/api/home");
  const examples = {
    game: demonstration.game,
    name: demonstration.game,
    moves: [],
    family: cards[0].name,
    nodes: 1000,
  };
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, one] of Object.entries(methods)) {
      place.append(operation(path, method, one, all, examples));
      const [tag] = one.tags ?? ["other"];
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        el(
          "li",
          {},
          el("a", { href: `#${idOf(path, method)}` }, `${method.toUpperCase()} ${path.replace("/api", "")}`),
        ),
      ]);
    }
  }
  find("#contents").replaceChildren(
    ...[...groups].map(([tag, links]) => [el("h2", {}, tag), el("ul", {}, links)]).flat(),
  );
  place.append(el("h2", { class: "shapes" }, "Shapes"));
  for (const [name, shape] of Object.entries(all)) {
    place.append(
      el(
        "section",
        { class: "panel operation", id: name },
        el("h2", {}, el("code", {}, name)),
        el("p", {}, prose(shape.description)),
        fields(shape, all),
      ),
    );
  }
} catch (error) {
  notify(error);
}
