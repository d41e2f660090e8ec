import type { EditorEvent, EditorSnapshot } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Clip } from '../../../graph/copies.ts';
import type { Draft } from '../../../graph/draft.ts';
import type { PipelineTab } from './tabs.ts';

/** After a node, by one of its outputs or as a branch, on an edge, or anywhere. */
export type Place = { afterId?: string; toId?: string; output?: string; isBranch?: boolean };

/** Published by the pipeline screen; its functions are stable. */
export type PipelineScope = {
  /** Undefined while a new one is not saved. */
  pipeline: Pipeline | undefined;
  snapshot: EditorSnapshot;
  send: (event: EditorEvent) => void;
  versions: readonly { version: number; name: string; deployedAt: string }[];
  shownVersion: number;
  chooseVersion: (version: number) => void;
  /** Undefined in the editor. */
  tab: PipelineTab | undefined;
  showTab: (tab: PipelineTab) => void;
  unit: 'bytes' | 'events';
  toggleUnit: () => void;
  /** False when the engine counts only events. */
  hasBytes: boolean;
};

/** Published while the graph or its outline is on screen. */
export type PipelineStructureScope = { isOutline: boolean; toggleOutline: () => void };

/** Published in edit mode. */
export type PipelineEditScope = {
  snapshot: EditorSnapshot;
  send: (event: EditorEvent) => void;
  goToProblem: () => void;
  raisePullRequest: () => void;
};

/** Published by the graph and its outline. */
export type PipelineGraphScope = {
  draft: Draft;
  snapshot: EditorSnapshot;
  /** Else the one whose panel is open. */
  cursorId: string | undefined;
  pickedIds: readonly string[];
  send: (event: EditorEvent) => void;
  /** `choice` is like `transform:filter`, `sink:2…` or `new:sink`. */
  add: (choice: string, place: Place) => void;
  pick: (id: string) => void;
  pickAll: () => void;
  /** Selects a node and everything after it. */
  pickBranch: (id: string) => void;
  clearPicked: () => void;
  copy: (ids: readonly string[], isCut: boolean) => void;
  /** Copies nodes without secrets. */
  clipOf: (ids: readonly string[]) => Clip;
  paste: (afterId: string | undefined, output?: string) => void;
  configure: (nodeId: string, config: Record<string, unknown>, step: string) => void;
  find: () => void;
  open: (id: string | undefined) => void;
};

/** Published while a live sample is on screen. */
export type PipelineSampleScope = { isHeld: boolean; toggleHold: () => void };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    pipeline: PipelineScope;
    'pipeline.structure': PipelineStructureScope;
    'pipeline.edit': PipelineEditScope;
    'pipeline.graph': PipelineGraphScope;
    'pipeline.sample': PipelineSampleScope;
  }
}
