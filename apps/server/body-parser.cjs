// Bundled in the place of the parsers of bodies that Express loads: bodies are read in src/http, within their own
// limits, and the parsers with their tables of character sets took a tenth of the time of a start.

const refuse = (kind) => () => {
  throw new Error(`Express cannot parse bodies of the kind ${kind}: its parsers are not bundled`);
};

for (const kind of ['json', 'raw', 'text', 'urlencoded']) exports[kind] = refuse(kind);
