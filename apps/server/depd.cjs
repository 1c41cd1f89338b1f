// Bundled in the place of the package that Express warns of its deprecated functions with: the service calls none. To
// say where each package stands that could warn, the original makes stack traces and a table of all lines at a start.

module.exports = () => {
  const deprecate = () => {};
  deprecate.function = (wrapped) => wrapped;
  deprecate.property = () => {};
  return deprecate;
};
