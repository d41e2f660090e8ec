import { type DragEvent, useCallback, useEffect, useState } from 'react';
import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import { ASSET_TYPE_NAMES, type Asset, UPLOAD_TYPES } from '../../../contract/entities/asset.ts';
import { callApi } from '../../api/call-api.ts';
import { getApiBaseUrl } from '../../api/environment.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { useShell } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { UploadPlace } from '../../components/upload/UploadWindow.tsx';
import { openUpload } from '../../components/upload/upload-window.ts';
import { saveAddress } from '../../components/widgets/charts/save-file.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { notifyRequested, type RequestWay, sendRequest } from '../../state/request-draft.ts';
import { useSite } from '../../state/sites.ts';
import { notify, notifyCopied } from '../../state/toasts.ts';
import { isAskedFor } from './asked.ts';
import { COLUMNS } from './columns.tsx';
import { FilePanel } from './FilePanel.tsx';
import * as css from './files.css.ts';
import './scope.ts';

const BAR: FilterBarDefinition = {
  id: 'files',
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [{ id: 'type', kind: 'multi', values: [...UPLOAD_TYPES], default: 'all' }],
};

const FILTERS: readonly RowFilter<Asset>[] = [
  {
    id: 'type',
    label: 'Type',
    kind: 'multi',
    options: UPLOAD_TYPES.map((type) => ({ value: type, label: ASSET_TYPE_NAMES[type] })),
    valuesOf: ({ assetType }) => assetType,
  },
];

export const useFileFilters = (siteId: string, files: readonly Asset[]) =>
  useRowFilters(useFilterBar(BAR, { siteId }), files, FILTERS);

/** One at a time, so that a double press deletes once; where pull requests are raised, asks for it. */
function useDeleteFile(onDeleted: (id: string) => void) {
  const ctx = useShell();
  const { start } = useSingleWrite<Asset & { way: RequestWay }>({
    call: 'deleteAsset',
    write: async (file) => {
      const { id, revision, name, way } = file;
      if (isAskedFor(ctx, file)) {
        const asked = { kind: 'LOOKUP' as const, id, revision, name, isDeleted: true };
        const changes = await sendRequest(way, ctx.site?.id ?? '', { connections: [asked] });
        return notifyRequested(way, changes.length);
      }
      await callApi('deleteAsset', { path: { id } }, { ifMatch: revision });
    },
    succeed: (_, file) => {
      if (!isAskedFor(ctx, file)) notify({ message: `${file.name} was deleted.`, status: 'success' });
    },
    follow: (_, file) => {
      if (!isAskedFor(ctx, file)) onDeleted(file.id);
    },
  });
  return useCallback((file: Asset, way: RequestWay) => start({ ...file, way }), [start]);
}

const getRowId = (file: Asset) => file.id;
const getRowName = (file: Asset) => file.name;
const getRowText = (file: Asset) => `${file.name} ${ASSET_TYPE_NAMES[file.assetType]}`;
const NONE: readonly Asset[] = [];

const createRowMenu = ({ id }: Asset) => [
  { id: 'file.open', args: { id } },
  { id: 'file.replace', args: { id } },
  { id: 'file.download', args: { id } },
  { id: 'file.copyChecksum', args: { id } },
  { id: 'file.delete', args: { id }, danger: true, startsGroup: true },
];

const download = ({ id, name }: Asset): void =>
  saveAddress(name, new URL(`v1/asset/${id}/content`, getApiBaseUrl()).href);

const copyChecksum = ({ checksum }: Asset) => void copyText(checksum).then(notifyCopied);

export default function FilesPage() {
  const site = useSite();
  const { sites } = useShell();
  const query = useAllPages('listAssets', { siteIds: [site.id] });
  const files = query.data?.assets ?? NONE;
  const { bar, filters, passes } = useFileFilters(site.id, files);
  const { search: parameters } = useShownLocation();
  const openId = new URLSearchParams(parameters).get('file') ?? undefined;
  const wantsUpload = new URLSearchParams(parameters).has('upload');
  const [cursorId, setCursorId] = useListCursor('files', openId);
  const [isOver, setOver] = useState(false);

  const list = useListPage({
    name: 'files',
    rows: files,
    passes,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const opened = files.find(({ id }) => id === openId);
  const current = opened ?? list.cursor;
  const show = useCallback(
    (id: string | undefined) =>
      goTo(paths.files() + changeQuery(window.location.search, { file: id, upload: undefined }), {
        replace: id === undefined,
      }),
    [],
  );
  const remove = useDeleteFile(
    useCallback(
      (id: string) => {
        // Deleting a row from its menu keeps the panel of another item open.
        if (new URLSearchParams(window.location.search).get('file') === id) show(undefined);
      },
      [show],
    ),
  );
  const upload = useCallback(() => openUpload({ site }), [site]);
  const replace = useCallback(
    (file: Asset) => {
      const { id, name, assetType, revision } = file;
      openUpload({
        replaces: { id, name, assetType, revision },
        site: isAskedFor({ site, sites }, file) ? site : undefined,
      });
    },
    [site, sites],
  );
  useEffect(() => {
    if (!wantsUpload) return;
    show(openId);
    upload();
  }, [wantsUpload, openId, show, upload]);
  usePublishScope('files.list', { current, files, upload, replace, download, copyChecksum, remove });

  const close = () => {
    show(undefined);
    list.table.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) openUpload({ dropped, site });
  };

  return (
    <ListPage
      list={list}
      title="Files"
      things="files"
      count={files.length}
      actions={<CommandButton id="file.upload" variant={opened ? 'default' : 'primary'} />}
      searchLabel="Search by name or type"
      filters={{ bar, facts: filters, total: query.isPending ? undefined : files.length }}
      columns={COLUMNS}
      isLoading={query.isPending}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={
        files.length === 0 ? (
          <EmptyState icon="fileText" title="No files yet" action={<CommandButton id="file.upload" />}>
            Transforms look up values in tables and GeoIP databases; previews run with samples. Upload a file,
            or drop it here.
          </EmptyState>
        ) : (
          <NoMatch what="file" />
        )
      }
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={(file) => show(file.id)}
      panel={
        opened && {
          label: opened.name,
          content: (
            <FilePanel
              key={opened.id}
              file={opened}
              siteName={(id) => sites.find((one) => one.id === id)?.name ?? id}
              onClose={close}
            />
          ),
        }
      }
      drop={{
        ...(isOver && { className: css.over }),
        onDragOver: (event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: (event) => {
          if (event.currentTarget === event.target) setOver(false);
        },
        onDrop: drop,
      }}
    >
      <UploadPlace />
    </ListPage>
  );
}
