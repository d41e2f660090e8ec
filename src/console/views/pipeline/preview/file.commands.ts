import { SAMPLE_MAX_BYTES } from '../../../../contract/entities/sample.ts';
import type { AssetType } from '../../../../contract/enums.ts';
import { PAGE_LIMIT_MAX } from '../../../../contract/limits.ts';
import { counted } from '../../../../contract/values.ts';
import { readFileText } from '../../../api/read-file-text.ts';
import { reportApiError } from '../../../api/report-error.ts';
import { fetchCall } from '../../../api/use-call.ts';
import { defineCommands, type OptionArgument } from '../../../commands/types.ts';
import { notify } from '../../../state/toasts.ts';
import { readEventLines } from './event-lines.ts';
import { checkPreviewOnScreen, getPreviewScope } from './preview-guards.ts';
import type { PipelinePreviewScope } from './scope.ts';

/** Files that hold events, one in a line. */
const EVENT_FILES: readonly AssetType[] = ['LOG_SAMPLE', 'DATAGEN_LOG_SAMPLE', 'DATA'];

const fileArgument: OptionArgument = {
  name: 'file',
  title: 'Uploaded file',
  kind: 'option',
  load: async (ctx) => {
    if (!ctx.site) return [];
    const query = {
      siteIds: [ctx.site.id],
      assetTypes: [...EVENT_FILES],
      'pagination.limit': PAGE_LIMIT_MAX,
    };
    const { assets } = await fetchCall('listAssets', { query });
    return assets.map(({ id, name, summary, content }) => ({
      id,
      label: name,
      detail: summary.kind === 'text' ? counted(summary.lineCount, 'line') : 'Data',
      icon: 'fileText',
      ...(content === 'missing' && { disabledReason: 'Its content is no longer in the data folder' }),
    }));
  },
  empty: 'No log sample or data is uploaded for this site; see Settings, Files',
};

async function chooseFile({ send, reveal }: PipelinePreviewScope, id: string): Promise<void> {
  const { name } = (await fetchCall('getAsset', { path: { id } })).asset;
  const refuse = (why: string) => notify({ status: 'error', message: `'${name}' holds no events. ${why}` });
  const file = await readFileText(id, SAMPLE_MAX_BYTES);
  if (!file) return refuse('It is no text in UTF-8.');
  const { text, isWhole } = file;
  // The last line of a part may be cut.
  const lines = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  const { events, note, fault } = readEventLines(lines);
  if (fault !== undefined) return refuse(fault);
  if (note ?? !isWhole)
    notify({
      status: 'warning',
      message: note ?? `The first ${events.length} events of '${name}' were taken.`,
    });
  send({ type: 'sample.chosen', sample: { origin: 'file', name, events, startComponentId: '' } });
  reveal();
}

export const fileCommands = defineCommands([
  {
    id: 'preview.file',
    title: 'Use an uploaded file as events',
    group: 'Graph',
    icon: 'fileText',
    keywords: ['preview', 'sample', 'log', 'lines', 'data'],
    scope: 'pipeline.structure',
    bar: false,
    calls: ['getAsset', 'downloadAsset'],
    args: [fileArgument],
    enabled: checkPreviewOnScreen,
    run: (ctx, { file = '' }) => {
      const scope = getPreviewScope(ctx);
      if (scope)
        chooseFile(scope, file).catch((error: unknown) => reportApiError(error, { id: 'downloadAsset' }));
    },
  },
]);
