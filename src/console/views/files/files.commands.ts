import type { Asset } from '../../../contract/entities/asset.ts';
import { directLookupRefusal, takesRequests } from '../../../contract/managed-site.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import { getRequestWay, reviewRequest } from '../../commands/request-way.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type CommandArgs, defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { isAskedFor, isOfRepository } from './asked.ts';
import './scope.ts';

const getFilesScope = (ctx: CommandContext) => ctx.scopes['files.list'];

/** The file of the arguments, else the screen's current one. */
const findFile = (ctx: CommandContext, args: CommandArgs): Asset | undefined =>
  args.id === undefined
    ? getFilesScope(ctx)?.current
    : getFilesScope(ctx)?.files.find(({ id }) => id === args.id);

const toFileOption = ({ id, name }: Pick<Asset, 'id' | 'name'>): Option => ({ id, label: name });

const fileArgument: OptionArgument = {
  name: 'id',
  title: 'File',
  kind: 'option',
  given: (ctx) => {
    const current = getFilesScope(ctx)?.current;
    return current && toFileOption(current);
  },
  load: async (ctx) =>
    ctx.site
      ? (await fetchCall('listAssets', { query: { siteIds: [ctx.site.id] } })).assets.map(toFileOption)
      : [],
  empty: 'There is no file yet',
};

const CHOOSE = 'Choose a file first';
const isSecret = (file: Asset): boolean => file.assetType === 'SECRET';

const directRefusal = (ctx: CommandContext, file: Asset | undefined): string | undefined =>
  isOfRepository(ctx, file) && !takesRequests(ctx.site) ? directLookupRefusal(ctx.site) : undefined;

const findClosedReason = (ctx: CommandContext, args: CommandArgs, what: string): true | string => {
  const file = findFile(ctx, args);
  if (!file) return CHOOSE;
  if (isSecret(file)) return `${file.name} is a secret: its ${what} is never shown`;
  return file.content === 'missing' && what === 'content'
    ? `The content of ${file.name} is no longer in the data folder; replace the file`
    : true;
};

const deleteReason = (file: Asset | undefined): true | string => {
  if (!file) return CHOOSE;
  const pipelines = [...new Set(file.usedBy.map(({ pipelineName }) => `'${pipelineName}'`))];
  if (pipelines.length === 0) return true;
  return `${file.name} is used by ${pipelines.join(', ')}; choose another file there first`;
};

export const filesCommands = defineCommands([
  {
    id: 'file.upload',
    title: 'Upload File',
    group: 'Create',
    icon: 'upload',
    keywords: ['new', 'add', 'lookup', 'csv', 'geoip', 'mmdb', 'asset', 'sample', 'log'],
    keys: 'c',
    scope: 'files.list',
    everywhere: true,
    bar: 'Upload',
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    run: (ctx) => {
      const scope = getFilesScope(ctx);
      if (scope) scope.upload();
      else ctx.navigate(paths.files({ upload: '1' }));
    },
    calls: ['createAsset'],
  },
  {
    id: 'file.open',
    title: 'Open file',
    group: 'File',
    icon: 'fileText',
    keywords: ['preview', 'columns', 'show'],
    keys: 'e',
    scope: 'files.list',
    everywhere: true,
    bar: false,
    enabled: (ctx) => (ctx.site ? true : 'Choose a site first'),
    args: [fileArgument],
    run: (ctx, args) => ctx.navigate(paths.files({ file: args.id })),
  },
  {
    id: 'file.replace',
    title: 'Replace content of file',
    group: 'File',
    icon: 'refresh',
    keywords: ['update', 'new version', 'upload'],
    keys: 'u',
    scope: 'files.list',
    bar: 'Replace',
    enabled: (ctx, args) => {
      const file = findFile(ctx, args);
      if (!file) return CHOOSE;
      if (isSecret(file)) return `${file.name} is a secret, which nothing uses as a file; delete it`;
      return directRefusal(ctx, file) ?? true;
    },
    args: [fileArgument],
    run: (ctx, args) => {
      const file = findFile(ctx, args);
      if (file) getFilesScope(ctx)?.replace(file);
    },
    calls: ['replaceAsset'],
  },
  {
    id: 'file.download',
    title: 'Download file',
    group: 'File',
    icon: 'download',
    keywords: ['save', 'content'],
    keys: 'd',
    scope: 'files.list',
    bar: 'Download',
    enabled: (ctx, args) => findClosedReason(ctx, args, 'content'),
    args: [fileArgument],
    run: (ctx, args) => {
      const file = findFile(ctx, args);
      if (file) getFilesScope(ctx)?.download(file);
    },
  },
  {
    id: 'file.copyChecksum',
    title: 'Copy checksum of file',
    group: 'File',
    icon: 'copy',
    keywords: ['sha256', 'digest'],
    scope: 'files.list',
    bar: false,
    enabled: (ctx, args) => findClosedReason(ctx, args, 'checksum'),
    args: [fileArgument],
    run: (ctx, args) => {
      const file = findFile(ctx, args);
      if (file) getFilesScope(ctx)?.copyChecksum(file);
    },
  },
  {
    id: 'file.delete',
    title: 'Delete file',
    group: 'File',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'files.list',
    bar: 'Delete',
    args: [fileArgument],
    enabled: (ctx, args) => {
      const file = findFile(ctx, args);
      return directRefusal(ctx, file) ?? deleteReason(file);
    },
    causeOf: (ctx, args) => {
      const [user] = findFile(ctx, args)?.usedBy ?? [];
      return user && { path: paths.pipeline(user.pipelineId, { node: user.nodeId }) };
    },
    review: (ctx, args) => {
      const file = findFile(ctx, args);
      const name = file?.name ?? '';
      return {
        title: 'Delete File',
        ...(isAskedFor(ctx, file)
          ? reviewRequest(`A pull request asks to delete ${name}. It stays until the request is merged.`)
          : {
              body: `${name} is permanently deleted. No pipeline uses it.`,
              action: 'Delete file',
              destructive: true,
            }),
      };
    },
    run: (ctx, args) => {
      const file = findFile(ctx, args);
      if (file) getFilesScope(ctx)?.remove(file, getRequestWay(args));
    },
    calls: ['deleteAsset'],
  },
]);

export const filesScopes: readonly ScopeDefinition[] = [
  { id: 'files.list', mode: 'LIST', alongside: ['list', 'filters'] },
];
