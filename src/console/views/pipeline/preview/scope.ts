import type {
  PreviewEvent,
  PreviewResult,
  PreviewSnapshot,
  PreviewStatus,
} from '../../../../../machines/preview/index.ts';
import type { Change } from '../editor/change.ts';
import type { SampleTests } from './use-sample-tests.ts';

export const PREVIEW_FACES = ['diff', 'in', 'out'] as const;
export type PreviewFace = (typeof PREVIEW_FACES)[number];

export type PreviewDialog = 'capture' | 'paste' | 'samples';

/** Published by the preview; its functions are stable. */
export type PipelinePreviewScope = {
  siteId: string;
  /** Undefined while the pipeline is not saved. */
  pipelineId: string | undefined;
  hasRun: boolean;
  snapshot: PreviewSnapshot;
  send: (event: PreviewEvent) => void;
  node: { id: string; name: string } | undefined;
  isWide: boolean;
  /** Here or in the node panel. */
  isOpen: boolean;
  toggleWide: () => void;
  reveal: () => void;
  openDialog: (dialog: PreviewDialog | undefined) => void;
  /** Moves by this many events in the list. */
  step: (by: number) => void;
  shown: PreviewResult | undefined;
  /** Why nothing can be added after the node. */
  placeRefusal: string | undefined;
  /** Adds the change as an editor step. */
  applyChange: (change: Change) => void;
  listedCount: number;
  status: PreviewStatus | undefined;
  filter: (status: PreviewStatus | undefined) => void;
  face: PreviewFace;
  showFace: (face: PreviewFace) => void;
  hasMetadata: boolean;
  toggleMetadata: () => void;
  tests: SampleTests;
  runTests: () => void;
  openTest: (sampleId: string) => void;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.preview': PipelinePreviewScope;
  }
}
