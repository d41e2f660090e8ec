import type { Plugin } from 'vite';

/** Maps and color schemes: the charts have no maps, and the themes have their colors. */
const LEFT_OUT = ['d3-geo', 'd3-scale-chromatic'];
const PREFIX = '\0left-out:';

/** Leaves out what Observable Plot would load with each chart though none uses it. */
export const createPlotPartsPlugin = (): Plugin => ({
  name: 'penstock-plot-parts',
  enforce: 'pre',
  resolveId: (source) => (LEFT_OUT.includes(source) ? `${PREFIX}${source}` : null),
  load: async (id) =>
    id.startsWith(PREFIX)
      ? Object.keys(await import(id.slice(PREFIX.length)))
          .map((name) => `export const ${name} = undefined;`)
          .join('\n')
      : null,
});
