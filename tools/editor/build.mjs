// Makes ../../src/plies/web/static/vendor/codemirror.js and, beside it, the licences of what is in it:  npm ci && npm run build
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const to = "../../src/plies/web/static/vendor";
mkdirSync(to, { recursive: true });
const made = await build({
  entryPoints: ["entry.js"],
  outfile: `${to}/codemirror.js`,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  banner: { js: "/* CodeMirror 6: made by tools/editor, licences in codemirror-LICENSE.txt */" },
});
const names = new Set(
  Object.keys(made.metafile.inputs).flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
);
const licences = [...names].sort().map((name) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`;
});
writeFileSync(`${to}/codemirror-LICENSE.txt`, licences.join(`\n${"-".repeat(80)}\n\n`));
