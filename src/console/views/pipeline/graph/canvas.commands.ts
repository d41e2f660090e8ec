import type { CommandContext } from '../../../commands/context.ts';
import type { ScopeDefinition } from '../../../commands/scopes.ts';
import type { Command } from '../../../commands/types.ts';

/** Its functions are stable. */
export type PipelineCanvasScope = {
  fit: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  actualSize: () => void;
  toggleMap: () => void;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.canvas': PipelineCanvasScope;
  }
}

const isDrawn = (ctx: CommandContext): true | string => {
  if (ctx.scopes['pipeline.canvas']) return true;
  return ctx.scopes.pipeline ? 'The outline has no drawing; show the graph first' : 'Open a pipeline first';
};

const shared = { group: 'Graph', scope: 'pipeline.canvas', enabled: isDrawn } as const;

export const canvasCommands: readonly Command[] = [
  {
    ...shared,
    id: 'graph.fit',
    title: 'Fit graph',
    icon: 'fit',
    keywords: ['whole', 'all', 'zoom', 'overview'],
    keys: '0',
    bar: 'Fit',
    run: (ctx) => ctx.scopes['pipeline.canvas']?.fit(),
  },
  {
    ...shared,
    id: 'graph.zoomIn',
    title: 'Zoom in',
    icon: 'plus',
    keywords: ['larger', 'closer'],
    keys: ['+', '='],
    bar: false,
    run: (ctx) => ctx.scopes['pipeline.canvas']?.zoomIn(),
  },
  {
    ...shared,
    id: 'graph.zoomOut',
    title: 'Zoom out',
    icon: 'minus',
    keywords: ['smaller', 'farther'],
    keys: '-',
    bar: false,
    run: (ctx) => ctx.scopes['pipeline.canvas']?.zoomOut(),
  },
  {
    ...shared,
    id: 'graph.actualSize',
    title: 'Zoom to 100%',
    icon: 'search',
    keywords: ['actual size', 'reset zoom'],
    keys: 'z',
    bar: false,
    run: (ctx) => ctx.scopes['pipeline.canvas']?.actualSize(),
  },
  {
    ...shared,
    id: 'graph.map',
    title: 'Show or hide the map',
    icon: 'map',
    keywords: ['minimap', 'overview', 'navigator'],
    keys: 'Shift+z',
    bar: false,
    run: (ctx) => ctx.scopes['pipeline.canvas']?.toggleMap(),
  },
];

// The keys work from the drawing and from beside it.
export const canvasScopes: readonly ScopeDefinition[] = [
  {
    id: 'pipeline.canvas',
    mode: 'COMPARE',
    region: true,
    alongside: ['pipeline', 'pipeline.structure', 'pipeline.edit'],
  },
];
