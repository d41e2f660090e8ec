import type { DraftChange } from '../../../contract/entities/changeset.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import { counted } from '../../../contract/values.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { collected, dropDraft, isDraftBusy, raiseDraft } from '../../state/request-draft.ts';
import { describeDraft, describeDraftChange, editRefusal, getDraftChangePath } from './draft-look.ts';
import './scope.ts';

const EMPTY = 'Your draft is empty: add a change to it where you would raise a pull request';

const toOption = (change: DraftChange): Option => ({
  id: change.id,
  label: change.name,
  detail: describeDraftChange(change),
});

const findChange = ({ change }: CommandArgs): DraftChange | undefined =>
  collected.get().find(({ id }) => id === change);

const createArgument = (refusal: (change: DraftChange) => string | undefined): OptionArgument => ({
  name: 'change',
  title: 'Change',
  kind: 'option',
  load: () =>
    collected.get().map((change) => {
      const disabledReason = refusal(change);
      return { ...toOption(change), ...(disabledReason === undefined ? {} : { disabledReason }) };
    }),
  empty: EMPTY,
});

function check(
  { site }: CommandContext,
  args: CommandArgs,
  refusal: (change: DraftChange) => string | undefined = () => undefined,
): true | string {
  if (!takesRequests(site)) return 'Changes are collected on a site that is managed by Git alone';
  if (isDraftBusy.get()) return 'Your draft is being changed; wait until it is done';
  if (collected.get().length === 0) return EMPTY;
  if (args.change === undefined) return true;
  const change = findChange(args);
  return change ? (refusal(change) ?? true) : 'This change is no longer in your draft';
}

export const draftCommands = defineCommands([
  {
    id: 'draft.raise',
    title: 'Raise your draft',
    group: 'Site',
    icon: 'branch',
    keywords: ['pull request', 'submit', 'collected', 'change request', 'git'],
    keys: 'alt+r',
    scope: 'pullRequests',
    everywhere: true,
    bar: () => (collected.get().length > 0 ? 'Raise draft' : false),
    enabled: check,
    review: () => ({
      title: 'Raise PR',
      body: `One pull request asks for what you have collected: ${describeDraft(collected.get())}. What is stored and runs stays as it is until it is merged.`,
      action: 'Raise PR',
      destructive: false,
    }),
    run: ({ site }) => void (site && raiseDraft(site.id)),
    calls: ['createChangeset'],
  },
  {
    id: 'draft.edit',
    title: 'Edit a change of your draft',
    group: 'Site',
    icon: 'edit',
    keywords: ['open', 'collected', 'pull request', 'git'],
    scope: 'pullRequests',
    everywhere: true,
    bar: false,
    args: [createArgument(editRefusal)],
    enabled: (ctx, args) => check(ctx, args, editRefusal),
    run: (ctx, args) => {
      const change = findChange(args);
      if (change) ctx.navigate(getDraftChangePath(change));
    },
    leadsTo: ['addToChangesetDraft'],
  },
  {
    id: 'draft.drop',
    title: 'Drop a change of your draft',
    group: 'Site',
    icon: 'delete',
    keywords: ['remove', 'discard', 'collected', 'pull request', 'git'],
    scope: 'pullRequests',
    everywhere: true,
    bar: false,
    args: [createArgument(() => undefined)],
    enabled: check,
    review: (_, args) => ({
      title: 'Drop Change',
      body: `What you collected of '${findChange(args)?.name ?? ''}' is forgotten. What is stored and runs stays as it is.`,
      action: 'Drop',
      destructive: true,
    }),
    run: ({ site }, { change }) => void (site && change && dropDraft(site.id, [change])),
    calls: ['deleteChangesetDraft'],
  },
  {
    id: 'draft.dropAll',
    title: 'Drop your draft',
    group: 'Site',
    icon: 'close',
    keywords: ['remove', 'discard', 'empty', 'collected', 'pull request', 'git'],
    scope: 'pullRequests',
    everywhere: true,
    bar: false,
    enabled: check,
    review: () => ({
      title: 'Drop Draft',
      body: `${counted(collected.get().length, 'collected change')} ${collected.get().length === 1 ? 'is' : 'are'} forgotten. What is stored and runs stays as it is.`,
      action: 'Drop all',
      destructive: true,
    }),
    run: ({ site }) => void (site && dropDraft(site.id)),
    calls: ['deleteChangesetDraft'],
  },
]);
