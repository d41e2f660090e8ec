export {
  coordSimplex,
  decrossTwoLayer,
  graphStratify,
  layeringLongestPath,
  layeringSimplex,
  sugiyama,
} from 'd3-dag';

/** Workers are built apart: with this they load the file that the page has, and not a second one. */
export const DAG3_URL: string = import.meta.url;
