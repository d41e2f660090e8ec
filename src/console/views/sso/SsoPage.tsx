import { useCallback, useMemo, useState } from 'react';
import { wrap } from '../../../../styles/layout.css.ts';
import { type as text } from '../../../../styles/text.css.ts';
import type { Sso } from '../../../contract/entities/sso.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ShownOnce } from '../../components/shown-once/ShownOnce.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { notify } from '../../state/toasts.ts';
import { SsoFacts } from './SsoFacts.tsx';
import { SsoForm } from './SsoForm.tsx';
import * as css from './sso.css.ts';

const CodeShown = ({ code, onClose }: { code: string; onClose: () => void }) => (
  <ShownOnce
    title="Fallback code"
    icon="key"
    message="Keep it where you find it when the identity provider fails: it cannot be shown again."
    text={code}
    copyLabel="Copy code"
    note="It signs in the local administrator on the sign-in page."
    onClose={onClose}
  />
);

const ALL = { query: { 'pagination.limit': PAGE_LIMIT_MAX, 'pagination.ordering.descending': false } };

/** Why the saved settings cannot be tested; empty when they can. */
function describeMissing({ provider, metadataUrl, metadataXml, clientId }: Sso): string {
  const isNamed = metadataUrl !== '' || (provider === 'saml' && metadataXml !== '');
  if (provider === 'saml') return isNamed ? '' : 'Save the metadata of the provider first';
  return isNamed && clientId !== '' ? '' : 'Save an issuer and a client ID first';
}

export default function SsoPage() {
  const query = useCall('getSso', {}, { isSuppressed: true, staleTime: Number.POSITIVE_INFINITY });
  const roles = useCall('listRoles', ALL, { isSuppressed: true });
  const [testId, setTestId] = useState<string>();
  const [code, setCode] = useState<string>();
  /** Counts opened forms, so that a canceled one starts fresh. */
  const [opened, setOpened] = useState(0);
  const sso = query.data?.sso;

  const test = useCallback(async () => {
    // Opened during the click, because popup blockers require it; its address is set later.
    const other = window.open('', '_blank');
    try {
      const { data } = await callApi('startSsoTest', { body: {} });
      setTestId(data.testId);
      if (other) other.location.href = data.url;
      else
        notify({
          message: 'The browser did not open a window for the test. Allow it, then test again.',
          status: 'warning',
        });
    } catch (thrown) {
      other?.close();
      reportApiError(toApiError(thrown), { id: 'startSsoTest' });
    }
  }, []);
  const makeCode = useCallback(async () => {
    try {
      setCode((await callApi('createFallbackCode', { body: {} })).data.code);
    } catch (thrown) {
      reportApiError(toApiError(thrown), { id: 'createFallbackCode' });
    }
  }, []);

  const hasFallback = sso?.hasFallback ?? false;
  const missing = sso ? describeMissing(sso) : '';
  const scope = useMemo(
    () => ({
      canTest: missing === '' ? (true as const) : missing,
      test: () => void test(),
      hasFallback,
      makeCode: () => void makeCode(),
    }),
    [missing, hasFallback, test, makeCode],
  );
  const error = query.error ?? roles.error;
  const retry = () => {
    void query.refetch();
    void roles.refetch();
  };
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={text.pageTitle} tabIndex={-1}>
          SSO
        </h1>
        <span className={wrap}>
          <CommandButton id="sso.test" />
          <CommandButton id="sso.fallback" />
        </span>
      </header>
      <div className={css.form}>
        {error && (
          <div className={css.pad}>
            <ErrorPanel
              title="The sign-in settings could not be read"
              cause={error.message}
              onRetry={retry}
            />
          </div>
        )}
        {!error && (!sso || !roles.data) && (
          <div className={css.pad}>
            <Skeleton width="60%" label="the sign-in settings" />
          </div>
        )}
        {sso && roles.data && (
          <SsoForm
            key={`${sso.revision} ${opened}`}
            sso={sso}
            roles={roles.data.roles}
            lead={(provider) => <SsoFacts sso={sso} provider={provider} testId={testId} />}
            scope={scope}
            onClose={() => setOpened(opened + 1)}
          />
        )}
      </div>
      {code !== undefined && <CodeShown code={code} onClose={() => setCode(undefined)} />}
    </div>
  );
}
