import type { LifecycleRow } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import type { SaveFailure, SaveKind, SaveProgress } from '../save-sequence/save-sequence.types.ts';
import type { ConfigAnswer } from './checks.ts';
import type { Clip } from './copies.ts';
import type { Draft, DraftNode, FormProblem } from './draft.ts';
import type { DraftProblem } from './validate.ts';

/** A node to add: a source or sink brings its id, a transform gets a temporary one. */
export type NewNode = Omit<DraftNode, 'id'> & { id?: string };

/** One named step of the undo stack, with the draft as it was before it. */
export type EditStep = { label: string; draft: Draft };

/** An unsaved draft with the steps that led to it and those that were undone. */
export type KeptDraft = {
  draft: Draft;
  past?: readonly EditStep[];
  future?: readonly EditStep[];
  /** The pipeline that a first save made before it failed: the next one goes on with it (R4-85). */
  made?: EditedPipeline | undefined;
};

export const UNDO_LIMIT = 200;
export const DEFAULT_PIPELINE_NAME = 'My Pipeline';

/** The stored pipeline as far as the editor needs it; absent while the pipeline is not created yet. */
export type EditedPipeline = LifecycleRow & {
  id: string;
  revision?: number;
  name?: string;
  description?: string;
};

export type EditorInput = {
  siteId: string;
  pipeline?: EditedPipeline;
  /** The graph of `shownVersion`; for a new pipeline what it starts with (R4-82). */
  draft: Draft;
  /** Graph version that `draft` holds, 0 when it is not saved. */
  shownVersion: number;
  /** Names of the site's other pipelines of type user or hydration (R5-11, R5-12). */
  takenNames: readonly string[];
};

export type EditorContext = {
  siteId: string;
  pipeline: EditedPipeline | undefined;
  takenNames: readonly string[];
  /** The graph as saved; `draft` is dirty when it differs. */
  base: Draft;
  draft: Draft;
  shownVersion: number;
  /** Latest version when editing began, sent as If-Match of the graph. */
  baseLatestVersion: number;
  /** Revision of the pipeline that name and description of `base` are from, sent as If-Match with theirs. */
  baseRevision: number | undefined;
  past: EditStep[];
  future: EditStep[];
  /** What is wrong with the draft by what is known here; the service's part is in `answers`. */
  problems: DraftProblem[];
  /** What the service said of configurations, the newest first. */
  answers: readonly ConfigAnswer[];
  /** Next temporary id is `new-{nextNumber}`. */
  nextNumber: number;
  /** Why the last edit was refused; cleared by the next one. */
  refusal: string | undefined;
  /** Kind and node of the last edit, so that typing folds into one undo step. */
  lastEdit: string | undefined;
  saveKind: SaveKind;
  /** The draft that the save under way, or the last one, began with. */
  savedFrom: Draft | undefined;
  progress: SaveProgress;
  failure: SaveFailure | undefined;
  /** Where a person wanted to go when the discard question came up. */
  leaveTarget: string | undefined;
};

export type DraftEvent =
  | { type: 'draft.name.set'; name: string }
  | { type: 'draft.name.blurred' }
  | { type: 'draft.description.set'; description: string }
  | { type: 'draft.versionName.set'; versionName: string };

export type GraphEvent =
  /**
   * After a node with named outputs by `output`; `isBranch` leaves what comes after that node as it is. A
   * source is connected to the nodes of `leadsTo`.
   */
  | {
      type: 'graph.node.add';
      node: NewNode;
      afterId?: string;
      output?: string;
      isBranch?: boolean;
      leadsTo?: string[];
    }
  | { type: 'graph.node.insert'; node: NewNode; fromId: string; toId: string }
  | { type: 'graph.node.remove'; nodeIds: string[] }
  | { type: 'graph.node.rename'; nodeId: string; name: string }
  | {
      type: 'graph.node.configure';
      nodeId: string;
      config: Record<string, unknown>;
      formProblems?: FormProblem[];
      /** What the step is called, where it is more than typing in the form. */
      step?: string;
    }
  | { type: 'graph.node.note'; nodeId: string; notes: string }
  | { type: 'graph.node.toggle'; nodeIds: string[] }
  | { type: 'graph.node.duplicate'; nodeIds: string[] }
  | { type: 'graph.paste'; clip: Clip; afterId?: string; output?: string }
  | { type: 'graph.connect'; fromId: string; toId: string; output?: string }
  | { type: 'graph.merge'; fromIds: string[]; toId: string }
  | { type: 'graph.reconnect'; fromId: string; toId: string; newToId: string; output?: string }
  | { type: 'graph.disconnect'; fromId: string; toId: string; output?: string };

export type EditorEvent =
  | { type: 'edit.start' }
  | { type: 'edit.cancel' }
  | { type: 'edit.undo' }
  | { type: 'edit.redo' }
  /** To the state after so many of the steps that are known, done and undone. */
  | { type: 'edit.jump'; steps: number }
  | DraftEvent
  | GraphEvent
  | { type: 'draft.restored'; stored: KeptDraft }
  | { type: 'save.draft' }
  | { type: 'save.deploy' }
  | { type: 'deploy.confirm' }
  | { type: 'dialog.cancel' }
  | { type: 'noChange.keepEditing' }
  | { type: 'noChange.done' }
  | { type: 'noChange.forceDeploy' }
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'leave.requested'; target: string }
  | { type: 'discard.confirm' }
  | { type: 'pipeline.changed'; pipeline: EditedPipeline }
  | { type: 'names.changed'; takenNames: readonly string[] }
  | { type: 'configs.checked'; answers: readonly ConfigAnswer[] }
  | { type: 'version.loaded'; version: number; draft: Draft };

/** What the editor tells the world: toasts, that something was saved, where to go. */
export type EditorEmitted =
  | { type: 'editor.toast'; status: 'success' | 'info' | 'error'; message: string }
  | { type: 'editor.saved'; kind: SaveKind; pipelineId: string; graphVersion: number; created: boolean }
  | { type: 'editor.leave'; target: string }
  /** Someone else saved this version. */
  | { type: 'editor.superseded'; version: number }
  | { type: 'editor.reload' }
  | { type: 'editor.ended' };

export const SAVED_TEXT: Record<SaveKind, string> = {
  draft: 'Pipeline draft saved successfully',
  deploy: 'Pipeline scheduled for deployment',
  force: 'Pipeline scheduled for force deployment',
};

export const LEAVES_WHEN_SAVED = 'The pipeline is being saved; you leave this page when it is';
