import type {
  PreviewEvent,
  PreviewResult,
  PreviewSnapshot,
  PreviewStatus,
} from '../../../../../machines/preview/index.ts';
import type { Change } from '../change.ts';
import type { SampleTests } from './use-sample-tests.ts';

export const PREVIEW_FACES = ['diff', 'in', 'out'] as const;
/** The difference, what came in, or what went out. */
export type PreviewFace = (typeof PREVIEW_FACES)[number];

/** Windows of the preview. */
export type PreviewDialog = 'capture' | 'paste' | 'samples';

/** What the preview of the graph on screen publishes; its functions are stable. */
export type PipelinePreviewScope = {
  siteId: string;
  /** Undefined while the pipeline is not saved. */
  pipelineId: string | undefined;
  hasRun: boolean;
  snapshot: PreviewSnapshot;
  send: (event: PreviewEvent) => void;
  /** The node whose results are shown. */
  node: { id: string; name: string } | undefined;
  /** True while it has the width of the graph. */
  isWide: boolean;
  /** True while results can be seen, here or in the panel of the node. */
  isOpen: boolean;
  toggleWide: () => void;
  /** Shows the results somewhere, if they are not. */
  reveal: () => void;
  openDialog: (dialog: PreviewDialog | undefined) => void;
  /** Moves by so many events in the list. */
  step: (by: number) => void;
  /** The event on screen. */
  shown: PreviewResult | undefined;
  /** Why nothing can be put where its node's events leave it. */
  placeRefusal: string | undefined;
  /** Acts on what leaves the node, as a step of the editor. */
  applyChange: (change: Change) => void;
  /** Events in the list. */
  listedCount: number;
  status: PreviewStatus | undefined;
  filter: (status: PreviewStatus | undefined) => void;
  face: PreviewFace;
  showFace: (face: PreviewFace) => void;
  tests: SampleTests;
  runTests: () => void;
  /** Opens the sample of a test at the node and event where it first differs. */
  openTest: (sampleId: string) => void;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.preview': PipelinePreviewScope;
  }
}
