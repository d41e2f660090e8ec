import { formatVersionLabel } from '../../../../../machines/displayed-version/displayed-version.ts';
import { selectIsDirty } from '../../../../../machines/pipeline-editor/pipeline-editor.selectors.ts';
import { canDo } from '../../../../../machines/pipeline-lifecycle/index.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { ScopeDefinition } from '../../../commands/scopes.ts';
import { type Command, type CommandArgs, defineCommands, type Option } from '../../../commands/types.ts';
import { paths } from '../../../lib/paths.ts';
import { findRestoreRefusal } from '../editor/edit-access.ts';
import { refuseUnsaved } from '../pipeline-arguments.ts';
import '../scope.ts';
import { formatCompared, type Side, sortSides } from './compare-address.ts';
import './scope.ts';

const DRAFT: Option = { id: 'draft', label: 'Draft in the editor', icon: 'edit' };
const UNSAVED = 'Save or discard the changes first';
const NO_OTHER = 'The pipeline has one version; there is none to compare it with';

const isUnsaved = (ctx: CommandContext): boolean => {
  const snapshot = ctx.scopes.pipeline?.snapshot;
  return (
    snapshot !== undefined &&
    !snapshot.matches('viewing') &&
    !snapshot.matches({ editing: 'clean' }) &&
    !snapshot.matches('opening')
  );
};

function listVersionOptions(ctx: CommandContext): Option[] {
  const { versions = [], pipeline } = ctx.scopes.pipeline ?? {};
  const saved = versions.map(({ version, name }): Option => {
    const isDeployed = version === pipeline?.deployedGraphVersion;
    return {
      id: String(version),
      label: formatVersionLabel(version, name),
      icon: 'tag',
      ...(isDeployed ? { detail: 'deployed' } : {}),
    };
  });
  return isUnsaved(ctx) ? [DRAFT, ...saved] : saved;
}

const findVersionOption = (ctx: CommandContext, version: number | undefined): Option | undefined =>
  listVersionOptions(ctx).find(({ id }) => id === String(version));

const parseSideId = (id: string | undefined): Side => (id === 'draft' ? 'draft' : Number(id));

/** The named version, else the one on screen. */
function findShownSide(ctx: CommandContext, args: CommandArgs): Side | undefined {
  if (args.version !== undefined) return Number(args.version);
  const scope = ctx.scopes.pipeline;
  return scope && selectIsDirty(scope.snapshot) ? 'draft' : scope?.shownVersion;
}

/** The first picked version, else the one under the cursor. */
const findFirstOption = (ctx: CommandContext): Option | undefined => {
  const { picked, cursor } = ctx.scopes['pipeline.versions'] ?? {};
  return findVersionOption(ctx, picked?.[0] ?? cursor);
};

/** The second picked version; if one is picked, the one under the cursor if different. */
const findSecondOption = (ctx: CommandContext, args: CommandArgs): Option | undefined => {
  const { picked = [], cursor } = ctx.scopes['pipeline.versions'] ?? {};
  const second = picked[1] ?? (picked.length === 1 ? cursor : undefined);
  return String(second) === args.from ? undefined : findVersionOption(ctx, second);
};

function checkRestorable(ctx: CommandContext, args: CommandArgs): true | string {
  const pipeline = ctx.scopes.pipeline?.pipeline;
  if (!pipeline) return refuseUnsaved(ctx);
  if (isUnsaved(ctx)) return UNSAVED;
  const allowed = canDo(pipeline, 'EDIT');
  if (allowed !== true) return allowed;
  if (pipeline.latestGraphVersion < 2) return 'There is no earlier version';
  const version = Number(args.version);
  return version === pipeline.latestGraphVersion ? `v${version} is the latest version already` : true;
}

export const versionsCommands: readonly Command[] = defineCommands([
  {
    id: 'pipeline.versions',
    title: (ctx) => (ctx.scopes['pipeline.history']?.isOpen ? 'Close version history' : 'Version history'),
    listTitle: 'Version history',
    group: 'Version',
    icon: 'history',
    keywords: ['versions', 'who', 'when', 'changes', 'older', 'earlier'],
    keys: 'v',
    scope: 'pipeline',
    bar: 'Versions',
    enabled: (ctx) => {
      if (!ctx.scopes['pipeline.history']) return refuseUnsaved(ctx);
      return (ctx.scopes.pipeline?.pipeline?.latestGraphVersion ?? 0) > 0
        ? true
        : 'The pipeline has no saved version';
    },
    run: (ctx) => {
      const history = ctx.scopes['pipeline.history'];
      if (history?.isOpen) history.close();
      else history?.open();
    },
  },
  {
    id: 'versions.compare',
    title: 'Compare versions…',
    group: 'Version',
    icon: 'compare',
    keywords: ['diff', 'difference', 'changes', 'draft'],
    keys: 'c',
    scope: 'pipeline.versions',
    bar: 'Compare',
    args: [
      {
        name: 'from',
        title: 'Version',
        kind: 'option',
        given: findFirstOption,
        load: (ctx) => listVersionOptions(ctx).filter(({ id }) => id !== DRAFT.id),
      },
      {
        name: 'to',
        title: 'Compared with',
        kind: 'option',
        given: findSecondOption,
        load: (ctx, _query, args) => listVersionOptions(ctx).filter(({ id }) => id !== args.from),
      },
    ],
    enabled: (ctx) => {
      if (!ctx.scopes['pipeline.history']) return refuseUnsaved(ctx);
      return listVersionOptions(ctx).length > 1 ? true : NO_OTHER;
    },
    run: (ctx, args) => {
      const { from, to } = sortSides(parseSideId(args.from), parseSideId(args.to));
      ctx.scopes['pipeline.history']?.compare(from, to);
    },
  },
  {
    id: 'versions.compareRunning',
    title: 'Compare with the running version',
    group: 'Version',
    icon: 'compare',
    keywords: ['diff', 'difference', 'changes', 'deployed', 'draft'],
    scope: 'pipeline',
    bar: false,
    enabled: (ctx, args) => {
      const { pipeline } = ctx.scopes.pipeline ?? {};
      if (!pipeline) return refuseUnsaved(ctx);
      if (pipeline.deployedGraphVersion === 0) return 'No version of the pipeline runs';
      return findShownSide(ctx, args) === pipeline.deployedGraphVersion
        ? `v${pipeline.deployedGraphVersion} is what runs`
        : true;
    },
    run: (ctx, args) => {
      const { pipeline } = ctx.scopes.pipeline ?? {};
      const to = findShownSide(ctx, args);
      if (!pipeline || to === undefined) return;
      const from = pipeline.deployedGraphVersion;
      const history = ctx.scopes['pipeline.history'];
      if (history) history.compare(from, to);
      else
        ctx.navigate(paths.pipeline(pipeline.id, { versions: '1', compare: formatCompared({ from, to }) }));
    },
  },
  {
    id: 'versions.restore',
    title: 'Restore version…',
    group: 'Version',
    icon: 'undo',
    keywords: ['roll back', 'revert', 'earlier', 'bring back'],
    keys: 'Shift+v',
    scope: 'pipeline.versions',
    bar: 'Restore',
    args: [
      {
        name: 'version',
        title: 'Version',
        kind: 'option',
        given: (ctx) => {
          const { picked, cursor } = ctx.scopes['pipeline.versions'] ?? {};
          return findVersionOption(ctx, picked?.length === 1 ? picked[0] : cursor);
        },
        load: (ctx) =>
          listVersionOptions(ctx)
            .filter(({ id }) => id !== DRAFT.id)
            .map((option) => {
              const reason = checkRestorable(ctx, { version: option.id });
              return reason === true ? option : { ...option, disabledReason: reason };
            }),
      },
    ],
    enabled: (ctx, args) => findRestoreRefusal(ctx.site) ?? checkRestorable(ctx, args),
    run: (ctx, args) => ctx.scopes['pipeline.history']?.restore(Number(args.version)),
  },
  {
    id: 'versions.swap',
    title: 'Swap the compared versions',
    group: 'Version',
    icon: 'shuffle',
    keywords: ['turn round', 'other way'],
    scope: 'pipeline',
    bar: false,
    enabled: (ctx) => (ctx.scopes['pipeline.history']?.compared ? true : 'Compare two versions first'),
    run: (ctx) => {
      const history = ctx.scopes['pipeline.history'];
      if (history?.compared) history.compare(history.compared.to, history.compared.from);
    },
  },
]);

export const versionsScopes: readonly ScopeDefinition[] = [
  {
    id: 'pipeline.versions',
    mode: 'VERSIONS',
    region: true,
    alongside: ['list', 'pipeline', 'pipeline.structure', 'pipeline.edit', 'pipeline.canvas'],
  },
  // Only data: the screen handles the keys.
  { id: 'pipeline.history', mode: 'VERSIONS', region: true },
];
