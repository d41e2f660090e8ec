import type { CommandContext } from '../../../commands/context.ts';
import type { ScopeDefinition } from '../../../commands/scopes.ts';
import type { Command, Option } from '../../../commands/types.ts';
import { paths } from '../../../lib/paths.ts';
import { getDraftSlot } from '../editor/draft-slot.ts';
import { draftStore, type UnsavedPipeline } from '../editor/draft-store.ts';
import { storeCreateTransforms } from './prefill.ts';
import { describeUnsaved, PLAIN } from './unsaved.ts';
import '../scope.ts';

export type PipelineCreateScope = {
  refusal: string | undefined;
  begin: () => void;
  skip: () => void;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.create': PipelineCreateScope;
  }
}

const NOT_HERE = 'Create a pipeline first';

const findShownSlot = (): string | undefined =>
  window.location.pathname === paths.createPipeline()
    ? getDraftSlot(undefined, window.location.search)
    : undefined;

const toUnsavedOption = (one: UnsavedPipeline): Option => ({
  id: one.search || PLAIN,
  label: one.name || 'Without a name',
  detail: describeUnsaved(one),
  icon: 'pipeline',
});

/** The selected transforms, else the one under the cursor. */
function listChosenTransforms(ctx: CommandContext) {
  const graph = ctx.scopes['pipeline.graph'];
  if (!graph) return [];
  const ids = graph.pickedIds.length > 0 ? graph.pickedIds : [graph.cursorId ?? ''];
  return Object.values(graph.draft.nodes).filter(
    (node) => ids.includes(node.id) && node.nodeType === 'TRANSFORM',
  );
}

export const createCommands: readonly Command[] = [
  {
    id: 'create.begin',
    title: 'Open in editor',
    group: 'Create',
    icon: 'play',
    keywords: ['start', 'draft', 'template'],
    keys: 'mod+Enter',
    scope: 'pipeline.create',
    bar: 'Begin',
    enabled: (ctx) => {
      const create = ctx.scopes['pipeline.create'];
      return create ? (create.refusal ?? true) : NOT_HERE;
    },
    run: (ctx) => ctx.scopes['pipeline.create']?.begin(),
  },
  {
    id: 'create.skip',
    title: 'Start with an empty graph',
    group: 'Create',
    icon: 'pipeline',
    keywords: ['skip', 'blank', 'editor'],
    scope: 'pipeline.create',
    bar: false,
    enabled: (ctx) => (ctx.scopes['pipeline.create'] ? true : NOT_HERE),
    run: (ctx) => ctx.scopes['pipeline.create']?.skip(),
  },
  {
    id: 'create.openUnsaved',
    title: 'Open an unsaved new pipeline',
    group: 'Create',
    icon: 'pipeline',
    keywords: ['draft', 'restore', 'begun', 'waiting'],
    scope: 'global',
    bar: false,
    args: [
      {
        name: 'search',
        title: 'Unsaved pipeline',
        kind: 'option',
        load: async (ctx) =>
          ctx.site ? (await draftStore.newOnes(ctx.site.id, findShownSlot())).map(toUnsavedOption) : [],
        empty: 'There is no other unsaved pipeline in this browser',
      },
    ],
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    run: (ctx, args) =>
      ctx.navigate(`${paths.createPipeline()}${args.search === PLAIN ? '' : (args.search ?? '')}`),
  },
  {
    id: 'graph.toNewPipeline',
    title: 'New pipeline from these transforms',
    group: 'Create',
    icon: 'plus',
    keywords: ['selection', 'copy', 'another pipeline'],
    scope: 'pipeline.graph',
    bar: false,
    enabled: (ctx) => {
      if (!ctx.scopes['pipeline.graph']) return 'Open a pipeline first';
      return listChosenTransforms(ctx).length > 0 ? true : 'Select transforms first, with x';
    },
    run: (ctx) => {
      const clip = ctx.scopes['pipeline.graph']?.clipOf(listChosenTransforms(ctx).map(({ id }) => id));
      storeCreateTransforms(
        (clip?.nodes ?? []).map(({ name, templateId, description, config }) => ({
          name,
          templateId,
          description,
          config,
        })),
      );
      ctx.navigate(paths.createPipeline());
    },
  },
];

export const createScopes: readonly ScopeDefinition[] = [
  { id: 'pipeline.create', mode: 'NEW', alongside: ['pipeline', 'pipeline.structure', 'pipeline.edit'] },
];
