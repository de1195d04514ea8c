// Shows openapi.json as a page.
import { asError, el, find, notify, request } from "/static/js/common.js";

/**
 * What this page reads of a JSON schema.
 * @typedef {{ $ref?: string, description?: string, type?: string, enum?: unknown[], anyOf?: Schema[], allOf?: Schema[],
 *   items?: Schema, properties?: Shapes, required?: string[], default?: unknown, minItems?: number, minimum?: number,
 *   maximum?: number, minLength?: number, maxLength?: number, maxItems?: number, exclusiveMinimum?: number }} Schema
 */
/** @typedef {Record<string, Schema>} Shapes */
/** @typedef {{ name: string, in: string, description?: string, schema?: Schema }} Parameter */
/** @typedef {Record<string, { schema?: Schema }>} Content */
/**
 * @typedef {{ description?: string, summary?: string, tags?: string[], parameters?: Parameter[],
 *   requestBody?: { content?: Content }, responses?: Record<string, { content?: Content }> }} Operation
 */
/** @typedef {{ tags?: { name: string }[], components?: { schemas?: Shapes }, paths: Record<string, Record<string, Operation>> }} Description */
/** Values that fit fields by their names. @typedef {Record<string, unknown>} Examples */

/** The name of a shape that is referred to. @param {Schema} schema */
const nameOf = (schema) => schema.$ref?.split("/").pop() ?? "";

/** A shape's own name, without the module that tells two of one name apart. @param {string} name */
const shown = (name) => name.split("__").at(-1) ?? name;

/** A schema itself, where it may refer to a shape. @param {Schema} schema @param {Shapes} all */
const wholeOf = (schema, all) => (schema.$ref ? (all[nameOf(schema)] ?? {}) : schema);

/** A text in which pieces between backticks are code. @returns {Child[]} */
const prose = (text = "") => text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));

/** What a field means: its own description, or that of its shape. @param {Schema} schema @param {Shapes} all */
function meaning(schema, all) {
  if (schema.description) return prose(schema.description);
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].find((one) => one.$ref);
  return inner ? prose(wholeOf(inner, all).description) : [];
}

/** @param {Schema | undefined} schema @param {Shapes} all @returns {Child[]} */
function typeOf(schema, all) {
  if (!schema) return [];
  const name = nameOf(schema);
  if (name) return [el("a", { href: `#${name}` }, shown(name))];
  if (schema.anyOf)
    return schema.anyOf.flatMap((one, index) => (index ? [" or ", typeOf(one, all)] : [typeOf(one, all)]));
  if (schema.enum) return [schema.enum.map((one) => JSON.stringify(one)).join(" or ")];
  if (schema.type === "array") return ["list of ", typeOf(schema.items, all)];
  return [schema.type ?? "anything"];
}

/** @param {Schema} schema */
function bounds(schema) {
  const inner = schema.anyOf?.find((one) => one.type !== "null") ?? schema;
  const words = /** @type {const} */ ({
    minimum: "at least",
    maximum: "at most",
    minLength: "length from",
    maxLength: "length to",
    maxItems: "items to",
    exclusiveMinimum: "more than",
  });
  return /** @type {(keyof typeof words)[]} */ (Object.keys(words))
    .filter((key) => inner[key] !== undefined)
    .map((key) => `${words[key]} ${inner[key]}`)
    .join(", ");
}

/** @param {Schema} schema @param {Shapes} all */
function fields(schema, all) {
  const whole = wholeOf(schema, all);
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

/** @param {string} path @param {string} method @param {Operation} one @param {Shapes} all @param {Examples} examples */
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

/** @param {string} path @param {string} method */
const idOf = (path, method) => `${method}-${path.replace(/[^a-z]+/g, "-")}`;

/**
 * A value that fits a field, for a form that can be sent at once.
 * @param {Schema} schema @param {Shapes} all @param {Examples} examples @returns {unknown}
 */
function sample(schema, all, examples, name = "") {
  const whole = wholeOf(schema, all);
  if (whole.default !== undefined && whole.default !== null) return whole.default;
  const inner = whole.anyOf?.find((one) => one.type !== "null") ?? whole;
  if (name in examples) return examples[name];
  if (inner.$ref) return sample(inner, all, examples, name);
  if (inner.enum) return inner.enum[0];
  const { properties } = inner;
  if (properties)
    return Object.fromEntries((inner.required ?? []).map((key) => [key, sample(properties[key], all, examples, key)]));
  if (inner.type === "array")
    return Array.from({ length: inner.minItems ?? 0 }, () => sample(inner.items ?? {}, all, examples, ""));
  if (inner.type === "integer" || inner.type === "number") return inner.minimum ?? 1;
  return inner.type === "boolean" ? false : "";
}

/**
 * A form that sends the request and shows what is answered; a stream until it has shown enough.
 * @param {string} path @param {string} method @param {Operation} one @param {Shapes} all @param {Examples} examples
 */
function tryIt(path, method, one, all, examples) {
  const body = one.requestBody?.content?.["application/json"]?.schema;
  const inputs = (one.parameters ?? []).map((item) => ({
    item,
    field: el("input", {
      value: String(examples[item.name] ?? item.schema?.default ?? ""),
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
      answer.textContent = asError(error).message;
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

/** @param {URL} address @param {string} method @param {HTMLTextAreaElement | null} text */
async function answered(address, method, text) {
  const stop = new AbortController();
  const reply = await fetch(address, {
    method: method.toUpperCase(),
    signal: stop.signal,
    headers: text ? { "content-type": "application/json" } : {},
    body: text?.value,
  });
  if (!reply.body) return String(reply.status);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let got = "";
  for (let part = await reader.read(); !part.done && got.length < MOST; part = await reader.read()) got += part.value;
  stop.abort();
  let beginning = got.slice(0, MOST);
  try {
    beginning = JSON.stringify(JSON.parse(got), null, 1).slice(0, MOST);
  } catch {
    // a stream, a picture, or only its beginning
  }
  return `${reply.status}\n${beginning}${beginning.length < MOST ? "" : " …"}`;
}

try {
  const api = /** @type {Description} */ (await request("/api/openapi.json"));
  const all = api.components?.schemas ?? {};
  const place = find("#operations"),
    groups = /** @type {Map<string, HTMLElement[]>} */ (new Map());
  const { cards, demonstration } = await request("/api/home");
  const examples = {
    game: demonstration.game,
    name: demonstration.game,
    moves: [],
    family: cards[0].name,
    nodes: 1000,
  };
  const subjects = (api.tags ?? []).map((one) => one.name);
  /** @param {Operation} one */
  const subject = (one) => one.tags?.[0] ?? "other";
  const listed = Object.entries(api.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, one })))
    .sort((a, b) => subjects.indexOf(subject(a.one)) - subjects.indexOf(subject(b.one)));
  for (const { path, method, one } of listed) {
    place.append(operation(path, method, one, all, examples));
    const link = el("a", { href: `#${idOf(path, method)}` }, `${method.toUpperCase()} ${path.replace("/api", "")}`);
    groups.set(subject(one), [...(groups.get(subject(one)) ?? []), el("li", {}, link)]);
  }
  find("#contents").replaceChildren(...[...groups].flatMap(([tag, links]) => [el("h2", {}, tag), el("ul", {}, links)]));
  place.append(el("h2", { class: "shapes" }, "Shapes"));
  for (const [name, shape] of Object.entries(all)) {
    place.append(
      el(
        "section",
        { class: "panel operation", id: name },
        el("h2", {}, el("code", {}, shown(name))),
        el("p", {}, prose(shape.description)),
        fields(shape, all),
      ),
    );
  }
} catch (error) {
  notify(error);
}
