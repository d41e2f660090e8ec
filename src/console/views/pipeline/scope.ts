import type { Draft, EditorEvent, EditorSnapshot } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';

/** Where an addition goes: after a node, on a connection, or wherever it fits. */
export type Place = { afterId?: string; toId?: string };

/** What the pipeline screen publishes; its functions are stable. */
export type PipelineScope = {
  /** Undefined while a new one is not saved. */
  pipeline: Pipeline | undefined;
  snapshot: EditorSnapshot;
  send: (event: EditorEvent) => void;
  versions: readonly { version: number; name: string; deployedAt: string }[];
  shownVersion: number;
  chooseVersion: (version: number) => void;
  showErrors: () => void;
  unit: 'bytes' | 'events';
  toggleUnit: () => void;
  isOutline: boolean;
  toggleOutline: () => void;
};

/** Published while the pipeline is edited. */
export type PipelineEditScope = {
  snapshot: EditorSnapshot;
  send: (event: EditorEvent) => void;
  goToProblem: () => void;
};

/** Published by the graph and its outline. */
export type PipelineGraphScope = {
  draft: Draft;
  snapshot: EditorSnapshot;
  /** The node under the cursor, else the one whose panel is open. */
  cursorId: string | undefined;
  pickedIds: readonly string[];
  send: (event: EditorEvent) => void;
  /** Adds what was chosen (`transform:filter`, `sink:2…`, `new:sink`) at a place. */
  add: (choice: string, place: Place) => void;
  pick: (id: string) => void;
  open: (id: string | undefined) => void;
};

/** Published while a live sample is on screen. */
export type PipelineSampleScope = { isHeld: boolean; toggleHold: () => void };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    pipeline: PipelineScope;
    'pipeline.edit': PipelineEditScope;
    'pipeline.graph': PipelineGraphScope;
    'pipeline.sample': PipelineSampleScope;
  }
}
