import type { CommandContext } from '../../../commands/context.ts';
import type { Command } from '../../../commands/types.ts';
import { openExport, openImport } from '../../../components/exchange/exchange-window.ts';
import { paths } from '../../../lib/paths.ts';
import { formatPipelineCount } from '../../../state/bulk-pipelines.ts';
import { createPipelineArgument, getCurrentPipeline, NOT_SAVED } from '../pipeline-arguments.ts';
import '../scope.ts';

const hasSite = (ctx: CommandContext): true | string => (ctx.site ? true : 'Choose a site first');

/** The windows only exist on pipeline screens; elsewhere, open the list first. */
function openOnPipelines(ctx: CommandContext, open: () => void): void {
  open();
  if (!ctx.path.startsWith(paths.pipelines())) ctx.navigate(paths.pipelines());
}

export const exchangeCommands: readonly Command[] = [
  {
    id: 'pipelines.export',
    title: 'Export all pipelines…',
    group: 'Pipeline',
    icon: 'download',
    keywords: ['yaml', 'code', 'backup', 'download', 'site', 'file', 'export pipelines'],
    scope: 'pipelines.list',
    everywhere: true,
    bar: false,
    enabled: hasSite,
    run: (ctx) => {
      const siteId = ctx.site?.id;
      if (siteId) openOnPipelines(ctx, () => openExport({ siteId, what: 'all pipelines' }));
    },
  },
  {
    id: 'pipelines.exportSelected',
    title: (ctx) => {
      const count = ctx.scopes['pipelines.list']?.selected.length ?? 0;
      return count === 0 ? 'Export selected pipelines…' : `Export ${formatPipelineCount(count)}…`;
    },
    listTitle: 'Export selected pipelines…',
    group: 'Pipeline',
    icon: 'download',
    keywords: ['yaml', 'code', 'bulk', 'download'],
    keys: 'a e',
    scope: 'pipelines.list',
    bar: false,
    enabled: (ctx) =>
      ctx.scopes['pipelines.list']?.selected.length ? true : 'Select pipelines first, with x',
    run: (ctx) => {
      const siteId = ctx.site?.id;
      const selected = ctx.scopes['pipelines.list']?.selected ?? [];
      const what = selected.length === 1 ? (selected[0]?.name ?? '') : formatPipelineCount(selected.length);
      const pipelineIds = selected.map(({ id }) => id);
      if (siteId) openOnPipelines(ctx, () => openExport({ siteId, pipelineIds, what }));
    },
  },
  {
    id: 'pipeline.export',
    title: 'Export this pipeline…',
    listTitle: 'Export a pipeline…',
    group: 'Pipeline',
    icon: 'download',
    keywords: ['yaml', 'code', 'definition', 'download'],
    scope: ['pipelines.list', 'pipeline'],
    everywhere: true,
    bar: false,
    args: [createPipelineArgument()],
    enabled: (ctx) => (ctx.scopes.pipeline && !ctx.scopes.pipeline.pipeline ? NOT_SAVED : hasSite(ctx)),
    run: (ctx, args) => {
      const siteId = ctx.site?.id;
      const id = args.pipeline;
      if (!siteId || !id) return;
      const known = getCurrentPipeline(ctx);
      const what = known?.id === id ? known.name : 'a pipeline';
      openOnPipelines(ctx, () => openExport({ siteId, pipelineIds: [id], what }));
    },
  },
  {
    id: 'pipelines.import',
    title: 'Import pipelines…',
    group: 'Create',
    icon: 'upload',
    keywords: ['yaml', 'code', 'restore', 'upload', 'file', 'definition'],
    keys: 'i',
    scope: 'pipelines.list',
    everywhere: true,
    bar: 'Import',
    enabled: hasSite,
    run: (ctx) => {
      const siteId = ctx.site?.id;
      if (siteId) openOnPipelines(ctx, () => openImport(siteId));
    },
    calls: ['importPipelines'],
  },
];
