import { useMachine } from '@xstate/react';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { type FilterBarDefinition, isShown } from '../../../../machines/filter-bar/index.ts';
import { singleWriteMachine } from '../../../../machines/single-write/single-write.machine.ts';
import { ASSET_TYPE_NAMES, type Asset, UPLOAD_TYPES } from '../../../contract/entities/asset.ts';
import { callApi } from '../../api/call-api.ts';
import { apiBaseUrl } from '../../api/environment.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useCommandContext } from '../../commands/runtime.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { FilterFacts } from '../../components/list-filters/filter-facts.ts';
import { ListFilters } from '../../components/list-filters/ListFilters.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import * as list from '../../components/list-page.css.ts';
import { useListCursor } from '../../components/list-table/use-list-cursor.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { UploadPlace } from '../../components/upload/UploadWindow.tsx';
import { openUpload } from '../../components/upload/upload-window.ts';
import { COPIED_TEXT, COPY_FAILED_TEXT } from '../../components/widgets/actions/copy-button.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { changeQuery, paths } from '../../lib/paths.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
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

export function useFileFilters(siteId: string, files: readonly Asset[]) {
  const bar = useFilterBar(BAR, { siteId });
  const filters = useMemo<FilterFacts[]>(
    () => [
      {
        id: 'type',
        label: 'Type',
        kind: 'multi',
        options: UPLOAD_TYPES.map((type) => ({
          value: type,
          label: ASSET_TYPE_NAMES[type],
          count: files.filter(({ assetType }) => assetType === type).length,
        })),
      },
    ],
    [files],
  );
  const passes = useMemo(() => {
    const type = bar.selection('type') ?? 'all';
    return (file: Asset): boolean => isShown(type, file.assetType);
  }, [bar]);
  return { bar, filters, passes };
}

/** An actor, so that a double press deletes once. */
function useDeleteFile(onDeleted: (id: string) => void) {
  const logic = useMemo(
    () =>
      singleWriteMachine.provide({
        actors: {
          write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
            const { id = '', revision } = input;
            await callApi('deleteAsset', { path: { id } }, { ifMatch: Number(revision) });
            return { id, name: input.name ?? '' };
          }),
        },
        actions: {
          succeed: (_, { result }) => {
            notify({ message: `${result.name} was deleted.`, status: 'success', shouldTimeout: true });
            onDeleted(result.id ?? '');
          },
          fail: (_, { error }) => reportApiError(error, { id: 'deleteAsset' }),
        },
      }),
    [onDeleted],
  );
  const [, send] = useMachine(logic);
  return useCallback(
    ({ id, name, revision }: Asset) =>
      send({ type: 'write.requested', values: { id, name, revision: String(revision) } }),
    [send],
  );
}

const idOf = (file: Asset) => file.id;
const nameOf = (file: Asset) => file.name;
const NONE: readonly Asset[] = [];

const menuOf = ({ id }: Asset) => [
  { id: 'file.open', args: { id } },
  { id: 'file.replace', args: { id } },
  { id: 'file.download', args: { id } },
  { id: 'file.copyChecksum', args: { id } },
  { id: 'file.delete', args: { id }, danger: true, startsGroup: true },
];

const upload = () => openUpload();
const replace = ({ id, name, assetType, revision }: Asset) =>
  openUpload({ replaces: { id, name, assetType, revision } });

function download({ id, name }: Asset): void {
  const link = document.createElement('a');
  link.href = new URL(`v1/asset/${id}/content`, apiBaseUrl()).href;
  link.download = name;
  link.click();
}

function copyChecksum({ checksum }: Asset): void {
  navigator.clipboard.writeText(checksum).then(
    () => notify({ message: COPIED_TEXT, status: 'success', shouldTimeout: true }),
    () => notify({ message: COPY_FAILED_TEXT, status: 'error', shouldTimeout: true }),
  );
}

export default function FilesPage() {
  const site = useSite();
  const { sites } = useCommandContext();
  const query = useAllPages('listAssets', { siteIds: [site.id] });
  const files = query.data?.assets ?? NONE;
  const { bar, filters, passes } = useFileFilters(site.id, files);
  const search = useListSearch();
  const { search: parameters } = useShownLocation();
  const openId = new URLSearchParams(parameters).get('file') ?? undefined;
  const wantsUpload = new URLSearchParams(parameters).has('upload');
  const searchField = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useListCursor('files', openId);
  const [isOver, setOver] = useState(false);

  const wanted = search.text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      files.filter(
        (file) =>
          passes(file) && `${file.name} ${ASSET_TYPE_NAMES[file.assetType]}`.toLowerCase().includes(wanted),
      ),
    [files, passes, wanted],
  );
  const { table, props } = useListTable({
    name: 'files',
    isScreen: true,
    rows: shown,
    rowId: idOf,
    rowLabel: nameOf,
    search: searchField,
    menuOf,
  });
  const opened = files.find(({ id }) => id === openId);
  const current = opened ?? shown.find(({ id }) => id === cursorId);
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
  useEffect(() => {
    if (!wantsUpload) return;
    show(openId);
    upload();
  }, [wantsUpload, openId, show]);
  usePublishScope('files.list', { current, files, upload, replace, download, copyChecksum, remove });

  const close = () => {
    show(undefined);
    table.current?.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) openUpload({ dropped });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the upload command does the same by keyboard
    <div
      className={isOver ? `${list.page} ${css.over}` : list.page}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false);
      }}
      onDrop={drop}
    >
      <header className={list.head}>
        <h1 className={list.title}>Files</h1>
        <CountBadge exact count={files.length} label="files" />
        <span className={list.push}>
          <CommandButton id="file.upload" variant="primary" />
        </span>
      </header>
      <ListFilters
        things="files"
        bar={bar}
        filters={filters}
        search={search}
        searchLabel="Search by name or type"
        searchField={searchField}
        table={table}
        shown={query.isPending ? undefined : { count: shown.length, of: files.length }}
      />
      <div className={list.body}>
        <div className={list.table}>
          <DataTable
            ref={table}
            label="Files"
            columns={COLUMNS}
            {...props}
            loading={query.isPending}
            error={
              query.error ? (
                <ErrorPanel
                  title="The files could not be read"
                  cause={query.error.message}
                  onRetry={() => void query.refetch()}
                />
              ) : undefined
            }
            empty={
              files.length === 0 ? (
                <EmptyState
                  icon="fileText"
                  title="No files yet"
                  action={<CommandButton id="file.upload" variant="primary" />}
                >
                  Files are what pipelines look things up in: tables, GeoIP databases, samples and secrets.
                  Upload one, or drop it here.
                </EmptyState>
              ) : (
                <NoMatch what="file" />
              )
            }
            cursorId={cursorId}
            onCursorChange={setCursorId}
            onOpen={(file) => show(file.id)}
          />
        </div>
        {opened && (
          <aside className={list.panel} aria-label={opened.name}>
            <FilePanel
              key={opened.id}
              file={opened}
              siteName={(id) => sites.find((one) => one.id === id)?.name ?? id}
              onClose={close}
            />
          </aside>
        )}
      </div>
      <UploadPlace />
    </div>
  );
}
