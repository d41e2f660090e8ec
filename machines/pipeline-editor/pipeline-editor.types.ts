import type { Clip } from '../../src/graph/copies.ts';
import type { Draft, DraftNode, FormProblem } from '../../src/graph/draft.ts';
import type { DraftProblem } from '../../src/graph/validate.ts';
import type { LifecycleRow } from '../pipeline-lifecycle/pipeline-lifecycle.rows.ts';
import type { SaveFailure, SaveKind, SaveProgress } from '../save-sequence/save-sequence.types.ts';

/**
 * The service's check of one node's configuration. Without `problems` the check failed; saving will check
 * again.
 */
export type ConfigAnswer = {
  nodeId: string;
  templateId: string;
  config: Record<string, unknown>;
  problems?: FormProblem[];
};

/** A source or sink has its id; a transform gets a temporary one. */
export type NewNode = Omit<DraftNode, 'id'> & { id?: string };

/** `draft` is the state before the step. */
export type EditStep = { label: string; draft: Draft };

export type KeptDraft = {
  draft: Draft;
  past?: readonly EditStep[];
  future?: readonly EditStep[];
  /** Created by a first save that then failed; the next save continues with it. */
  made?: EditedPipeline | undefined;
};

export const UNDO_LIMIT = 200;
export const DEFAULT_PIPELINE_NAME = 'My Pipeline';

export type EditedPipeline = LifecycleRow & {
  id: string;
  revision?: number;
  name?: string;
  description?: string;
};

export type EditorInput = {
  siteId: string;
  pipeline?: EditedPipeline;
  draft: Draft;
  /** 0 when the draft is not saved. */
  shownVersion: number;
  /** Names of the site's other pipelines, user and hydration ones. */
  takenNames: readonly string[];
  /** Why the user may not edit pipelines of the site. */
  accessRefusal?: string | undefined;
};

/** Saved by someone else: the latest version now. */
export type TheirVersion = {
  version: number;
  author?: string | undefined;
  /** Of name and description. */
  revision?: number | undefined;
  draft: Draft;
};

export type EditorContext = {
  accessRefusal: string | undefined;
  siteId: string;
  pipeline: EditedPipeline | undefined;
  takenNames: readonly string[];
  /** The graph as saved. */
  base: Draft;
  draft: Draft;
  shownVersion: number;
  /** Latest version when editing began; If-Match of the graph. */
  baseLatestVersion: number;
  /** Revision of the name and description in `base`; their If-Match. */
  baseRevision: number | undefined;
  past: EditStep[];
  future: EditStep[];
  /** Found locally; the service's are in `answers`. */
  problems: DraftProblem[];
  /** Newest first. */
  answers: readonly ConfigAnswer[];
  /** Nodes that the site's engine cannot run. */
  refused: readonly DraftProblem[];
  /** Next temporary id is `new-{nextNumber}`. */
  nextNumber: number;
  refusal: string | undefined;
  /** Kind and node of the last edit, to merge typing into one step. */
  lastEdit: string | undefined;
  saveKind: SaveKind;
  /** The draft when the current or last save started. */
  savedFrom: Draft | undefined;
  progress: SaveProgress;
  failure: SaveFailure | undefined;
  /** Where to navigate after the discard question. */
  leaveTarget: string | undefined;
};

export type DraftEvent =
  | { type: 'draft.name.set'; name: string }
  | { type: 'draft.name.blurred' }
  | { type: 'draft.description.set'; description: string }
  | { type: 'draft.versionName.set'; versionName: string };

export type GraphEvent =
  /**
   * `output` is needed after a node with named outputs; `isBranch` does not insert before the following
   * nodes. `leadsTo` lists the nodes a new source is connected to.
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
      /** Undo label, when the change is more than typing in the form. */
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
  /** Jump to the state with this many steps done. */
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
  /** `refused`: what the site's engine cannot run; omitted, the previous ones stay. */
  | { type: 'configs.checked'; answers: readonly ConfigAnswer[]; refused?: readonly DraftProblem[] }
  | { type: 'version.loaded'; version: number; draft: Draft };

export type EditorEmitted =
  | { type: 'editor.toast'; status: 'success' | 'info' | 'error'; message: string }
  | { type: 'editor.saved'; kind: SaveKind; pipelineId: string; graphVersion: number; created: boolean }
  | { type: 'editor.leave'; target: string }
  | { type: 'editor.superseded'; version: number }
  | { type: 'editor.reload' }
  | { type: 'editor.ended' };

export const SAVED_TEXT: Record<SaveKind, string> = {
  draft: 'Pipeline draft saved successfully',
  deploy: 'Pipeline scheduled for deployment',
  force: 'Pipeline scheduled for force deployment',
};

export const LEAVES_WHEN_SAVED = 'The pipeline is being saved; this page closes when it is done';
