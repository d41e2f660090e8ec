/** Re-exported, so that the build omits the rest of Plot. */
export {
  areaY,
  axisX,
  axisY,
  dot,
  gridY,
  lineY,
  plot,
  rect,
  ruleY,
  text,
} from '@observablehq/plot';
