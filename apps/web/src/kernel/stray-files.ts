/** Keeps the browser from replacing the page with a file that is dropped outside a drop target. */
const keepPage = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

addEventListener('dragover', keepPage);
addEventListener('drop', keepPage);
