export {
  coordSimplex,
  decrossTwoLayer,
  graphStratify,
  layeringLongestPath,
  layeringSimplex,
  sugiyama,
} from 'd3-dag';

/** Workers are built separately: this lets them load the page's file instead of a second one. */
export const DAG3_URL: string = import.meta.url;
