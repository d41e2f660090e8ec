import type { Clip, Draft, EditorEvent, EditorSnapshot } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { PipelineTab } from './tabs.ts';

/** Where an addition goes: after a node, by one of its outputs or as a branch, on a connection, or anywhere. */
export type Place = { afterId?: string; toId?: string; output?: string; isBranch?: boolean };

/** What the pipeline screen publishes; its functions are stable. */
export type PipelineScope = {
  /** Undefined while a new one is not saved. */
  pipeline: Pipeline | undefined;
  snapshot: EditorSnapshot;
  send: (event: EditorEvent) => void;
  versions: readonly { version: number; name: string; deployedAt: string }[];
  shownVersion: number;
  chooseVersion: (version: number) => void;
  /** The tab on screen; the editor has none. */
  tab: PipelineTab | undefined;
  showTab: (tab: PipelineTab) => void;
  unit: 'bytes' | 'events';
  toggleUnit: () => void;
};

/** Published while the graph, or its outline, is on screen. */
export type PipelineStructureScope = { isOutline: boolean; toggleOutline: () => void };

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
  /** Selects a node, or no longer. */
  pick: (id: string) => void;
  pickAll: () => void;
  /** Selects a node and everything after it. */
  pickBranch: (id: string) => void;
  clearPicked: () => void;
  copy: (ids: readonly string[], isCut: boolean) => void;
  /** Nodes as they may be copied or stored: without secrets. */
  clipOf: (ids: readonly string[]) => Clip;
  /** Puts what is on the clipboard into the graph, after a node where one is given. */
  paste: (afterId: string | undefined, output?: string) => void;
  /** Changes the configuration of a transform as one named step. */
  configure: (nodeId: string, config: Record<string, unknown>, step: string) => void;
  /** Opens the search in the graph. */
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
