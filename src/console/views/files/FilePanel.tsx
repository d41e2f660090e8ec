import { Link } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { mono, quietLink } from '../../../../styles/text.css.ts';
import { ASSET_TYPE_NAMES, type Asset } from '../../../contract/entities/asset.ts';
import type { AssetType } from '../../../contract/enums.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { summarizeFile } from '../../components/upload/use-file-tools.ts';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatBytes, formatDateTime, formatFigure } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { FilePreview } from './FilePreview.tsx';
import * as css from './files.css.ts';

const AS_EVENTS =
  "Its lines can be the events of a preview: 'Use an uploaded file as events' beside a graph.";
const USES: Readonly<Partial<Record<AssetType, string>>> = {
  LOOK_UP_DATA: "Choose it in a step 'Look up in a table'.",
  GEO_IP: "Choose it in a step 'Locate addresses (GeoIP)'.",
  LOG_SAMPLE: AS_EVENTS,
  DATAGEN_LOG_SAMPLE: AS_EVENTS,
  DATA: AS_EVENTS,
  SECRET: 'Nothing uses secrets as files: delete it, and give the secret in the form that uses it.',
};

type FilePanelProps = { file: Asset; siteName: (id: string) => string; onClose: () => void };

export function FilePanel({ file, siteName, onClose }: FilePanelProps) {
  const { id, name, assetType, summary, usedBy } = file;
  const args = { id };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape returns to the list, like the button
    <div
      className={css.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={css.head}>
        <h2 className={css.heading}>{name}</h2>
        <span className={css.push}>
          <IconButton icon="close" label="Close" keys="Escape" onClick={onClose} />
        </span>
      </header>
      <div className={css.body}>
        <div className={wrap}>
          <CommandButton id="file.replace" args={args} label="Replace" size="small" hideKeys />
          <CommandButton id="file.download" args={args} label="Download" size="small" hideKeys />
          <CommandButton id="file.delete" args={args} label="Delete" size="small" variant="danger" hideKeys />
        </div>
        {file.content === 'missing' && (
          <div role="alert">
            <StatusBadge label="Content missing" shape="octagon" tone="err" />
            <p className={css.note}>
              The content is no longer in the data folder. Running pipelines keep what they have read until
              they restart. Replace the file to fix this.
            </p>
          </div>
        )}
        <dl className={css.facts}>
          <dt className={css.term}>Type</dt>
          <dd className={css.value}>{ASSET_TYPE_NAMES[assetType]}</dd>
          <dt className={css.term}>Content</dt>
          <dd className={css.value}>{summarizeFile(summary)}</dd>
          {assetType !== 'SECRET' && (
            <>
              <dt className={css.term}>Size</dt>
              <dd className={css.value}>{formatFigure(formatBytes(file.sizeBytes))}</dd>
            </>
          )}
          {file.checksum !== '' && (
            <>
              <dt className={css.term}>SHA-256</dt>
              <dd className={css.value}>
                <span className={mono}>{file.checksum}</span>{' '}
                <CommandButton
                  id="file.copyChecksum"
                  args={args}
                  label={`Copy checksum of ${name}`}
                  iconOnly
                  size="small"
                  variant="ghost"
                />
              </dd>
            </>
          )}
          {summary.kind === 'geoip' && summary.languages.length > 0 && (
            <>
              <dt className={css.term}>Languages</dt>
              <dd className={css.value}>{summary.languages.join(', ')}</dd>
            </>
          )}
          <dt className={css.term}>Sites</dt>
          <dd className={css.value}>
            {file.siteIds.length === 0 ? 'All' : file.siteIds.map(siteName).join(', ')}
          </dd>
          <dt className={css.term}>Updated</dt>
          <dd className={css.value}>
            {formatDateTime(file.updatedAt)} by {file.updatedBy}
          </dd>
        </dl>
        <section className={css.section} aria-label="Used by">
          <h3 className={css.sectionHead}>Used by</h3>
          {usedBy.length === 0 ? (
            <p className={css.note}>No pipeline yet. {USES[assetType]}</p>
          ) : (
            <ul className={css.users}>
              {usedBy.map((user) => (
                <li key={user.nodeId}>
                  <Link href={paths.pipeline(user.pipelineId, { node: user.nodeId })} className={quietLink}>
                    {user.nodeName}
                  </Link>{' '}
                  in {user.pipelineName}
                </li>
              ))}
            </ul>
          )}
        </section>
        <FilePreview file={file} />
      </div>
    </div>
  );
}
