import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  openHere: 'Open here',
  openHereNamed: (name: string) => `Open ${name} here`,
  close: 'Close',
  closeNamed: (name: string) => `Close ${name}`,
  download: 'Download',
  downloadNamed: (name: string) => `Download ${name}`,
  notLoaded: 'The viewer could not be loaded. Reload the page and try again.',
  opening: 'Opening the document…',
  locked: 'This PDF is protected with a password. Download it, and open it in another program.',
  damaged: 'This PDF is damaged or too complex to show here. Download it, and open it in another program.',
  tooLarge: (limit: string) => `PDF documents larger than ${limit} are not shown here. Download it instead.`,
  pagesCut: (count: number) =>
    `Only the first ${number(count)} pages are shown. Download the document to read the rest.`,
  pageFailed: 'This page cannot be shown.',
  viewer: (name: string) => `PDF document: ${name}`,
  pages: 'Pages',
  page: 'Page',
  pageOf: (page: number, count: number) => `Page ${number(page)} of ${number(count)}`,
  ofPages: (count: number) => `of ${number(count)}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fitWidth: 'Fit width',
  zoom: (percent: number) => `${number(percent)} %`,
  find: 'Find in document',
  notFound: 'Not found',
  searching: 'Searching…',
  foundOnPage: (page: number) => `Found on page ${number(page)}`,
});
