/** A file that is dropped where nothing takes it would be opened in the place of the page. */
const keepPage = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

addEventListener('dragover', keepPage);
addEventListener('drop', keepPage);
