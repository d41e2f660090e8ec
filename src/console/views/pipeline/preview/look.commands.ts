import { PREVIEW_STATUSES, type PreviewStatus } from '../../../../../machines/preview/index.ts';
import type { Command, OptionArgument } from '../../../commands/types.ts';
import { flagsOn } from '../../../state/flags.ts';
import { checkPreviewShows, getPreviewScope } from './preview-guards.ts';
import { PREVIEW_FACES, type PreviewFace } from './scope.ts';

const formatStatus = (status: PreviewStatus): string => status.charAt(0) + status.slice(1).toLowerCase();

const statusArgument: OptionArgument = {
  name: 'status',
  title: 'Events',
  kind: 'option',
  load: () => [
    { id: 'ALL', label: 'All', icon: 'list' },
    ...PREVIEW_STATUSES.map((status) => ({
      id: status,
      label: formatStatus(status),
      icon: 'filter' as const,
    })),
  ],
};

const FACE_NAMES: Record<PreviewFace, string> = { diff: 'Difference', in: 'In', out: 'Out' };

const faceArgument: OptionArgument = {
  name: 'face',
  title: 'Show',
  kind: 'option',
  load: () => PREVIEW_FACES.map((face) => ({ id: face, label: FACE_NAMES[face], icon: 'compare' as const })),
};

export const lookCommands: readonly Command[] = [
  {
    id: 'preview.previous',
    title: 'Previous event',
    group: 'Graph',
    icon: 'arrowUp',
    keywords: ['preview', 'sample'],
    keys: '[',
    scope: 'pipeline.structure',
    bar: false,
    enabled: checkPreviewShows,
    run: (ctx) => getPreviewScope(ctx)?.step(-1),
  },
  {
    id: 'preview.next',
    title: 'Next event',
    group: 'Graph',
    icon: 'arrowDown',
    keywords: ['preview', 'sample'],
    keys: ']',
    scope: 'pipeline.structure',
    bar: false,
    enabled: checkPreviewShows,
    run: (ctx) => getPreviewScope(ctx)?.step(1),
  },
  {
    id: 'preview.filter',
    title: 'Filter events of the preview',
    group: 'Graph',
    icon: 'filter',
    keywords: ['modified', 'unmodified', 'dropped', 'error', 'status'],
    scope: 'pipeline.structure',
    bar: false,
    args: [statusArgument],
    enabled: checkPreviewShows,
    run: (ctx, { status }) => getPreviewScope(ctx)?.filter(PREVIEW_STATUSES.find((one) => one === status)),
  },
  {
    id: 'preview.face',
    title: 'Show the event before, after, or the difference',
    group: 'Graph',
    icon: 'compare',
    keywords: ['preview', 'in', 'out', 'diff'],
    scope: 'pipeline.structure',
    bar: false,
    args: [faceArgument],
    enabled: checkPreviewShows,
    run: (ctx, { face }) =>
      getPreviewScope(ctx)?.showFace(PREVIEW_FACES.find((one) => one === face) ?? 'diff'),
  },
  {
    id: 'preview.metadata',
    title: (ctx) => (getPreviewScope(ctx)?.hasMetadata ? 'Hide metadata' : 'Show metadata'),
    listTitle: 'Metadata of the event in the preview',
    group: 'Graph',
    icon: 'list',
    keywords: ['origin', 'sender', 'file', 'offset', 'size', 'bytes'],
    scope: 'pipeline.structure',
    bar: false,
    enabled: (ctx) =>
      flagsOn.get()?.has('logPreviewMetadataToggle') === false
        ? 'Metadata in previews is turned off on this service'
        : checkPreviewShows(ctx),
    run: (ctx) => getPreviewScope(ctx)?.toggleMetadata(),
  },
];
