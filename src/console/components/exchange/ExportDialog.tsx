import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { notify } from '../../state/toasts.ts';
import { Button } from '../widgets/actions/button.tsx';
import { CopyButton } from '../widgets/actions/copy-button.tsx';
import { buildFileName, saveFile } from '../widgets/charts/save-file.ts';
import { CodeBlock } from '../widgets/code/code-block.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { ErrorPanel } from '../widgets/feedback/error-panel.tsx';
import { Skeleton } from '../widgets/feedback/skeleton.tsx';
import * as css from './exchange.css.ts';
import type { ExportOf } from './exchange-window.ts';

/** Further lines are only in the file and the copy. */
const SHOWN_LINES = 400;

function Preview({ text }: { text: string }) {
  const lines = text.split('\n');
  const left = lines.length - SHOWN_LINES;
  return (
    <>
      <CodeBlock label="Definition as YAML" text={lines.slice(0, SHOWN_LINES).join('\n')} />
      {left > 0 && <p className={css.quiet}>{left} more lines are in the file and in the copy.</p>}
    </>
  );
}

export default function ExportDialog({ of, onClose }: { of: ExportOf; onClose: () => void }) {
  const { siteId, pipelineIds, alertRuleIds, what } = of;
  const query = useQuery({
    queryKey: ['exportPipelines', siteId, pipelineIds ?? 'all', alertRuleIds ?? 'all'],
    queryFn: async ({ signal }) => {
      const ids = {
        ...(pipelineIds ? { pipelineIds: [...pipelineIds] } : {}),
        ...(alertRuleIds ? { alertRuleIds: [...alertRuleIds] } : {}),
      };
      return (await callApi('exportPipelines', { query: { siteId, ...ids } }, { signal })).data.definition;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = query.data;
  const notYet = text === undefined ? 'The definition is being loaded' : undefined;
  const save = () => {
    if (text === undefined) return;
    saveFile(buildFileName(what, 'yaml'), new Blob([text], { type: 'application/yaml;charset=utf-8' }));
    onClose();
  };
  return (
    <Dialog
      open
      wide
      icon="download"
      title={`Export ${what}`}
      message={
        alertRuleIds
          ? 'What a rule watches, and its channels, go by name. Secrets of channels are no part of it.'
          : 'The newest version of each, with the sources and destinations it uses. Secrets are left out.'
      }
      onClose={onClose}
      footer={
        <>
          {text !== undefined && (
            <CopyButton
              text={text}
              onOutcome={({ ok, message }) => notify({ message, status: ok ? 'success' : 'error' })}
            />
          )}
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            Close
          </Button>
          <Button variant="primary" icon="download" disabledReason={notYet} onClick={save}>
            Save as file
          </Button>
        </>
      }
    >
      <div className={css.body}>
        {query.isError ? (
          <ErrorPanel
            title="The definition could not be read"
            cause={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : text === undefined ? (
          <Skeleton width="100%" height={220} label="the definition" />
        ) : (
          <Preview text={text} />
        )}
      </div>
    </Dialog>
  );
}
