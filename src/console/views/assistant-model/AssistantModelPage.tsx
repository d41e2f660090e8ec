import { useCallback, useMemo, useState } from 'react';
import { type as text } from '../../../../styles/text.css.ts';
import type {
  AssistantEndpoint,
  AssistantEndpointTest,
} from '../../../contract/entities/assistant-endpoint.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import * as css from './assistant-model.css.ts';
import { EndpointForm } from './EndpointForm.tsx';

const describeState = ({ enabled, address, model }: AssistantEndpoint): string =>
  enabled
    ? `Questions to the assistant are answered by ${model} at ${new URL(address).host}.`
    : 'The embedded assistant answers. Nothing is sent anywhere.';

type Tested = AssistantEndpointTest | 'running' | undefined;

function TestResult({ result }: { result: Tested }) {
  if (result === undefined) return null;
  if (result === 'running') return <p className={css.paragraph}>Asking the model for one word.</p>;
  return (
    <p className={css.result}>
      <StatusShape shape={result.isOk ? 'check' : 'octagon'} tone={result.isOk ? 'ok' : 'err'} />
      <span>
        {result.message} ({result.milliseconds} ms)
      </span>
    </p>
  );
}

const Facts = ({ endpoint, result }: { endpoint: AssistantEndpoint; result: Tested }) => (
  <section className={css.facts} aria-label="What is sent where">
    <h2 className={css.state}>{describeState(endpoint)}</h2>
    <p className={css.paragraph}>With a model, each question sends to its address, and nowhere else:</p>
    <ul className={css.list}>
      <li>what the person writes, and what was said before in that conversation</li>
      <li>names of pipelines, sources and destinations that the person may see</li>
      <li>states, figures, changes and texts of errors, where the model asks for them</li>
    </ul>
    <p className={css.paragraph}>
      Never sent: settings, secrets, captured events, and lines that are pasted for a pattern. The model
      changes nothing: it proposes, and a person applies.
    </p>
    <div role="status">
      <TestResult result={result} />
    </div>
  </section>
);

function describeMissing({ address, model }: AssistantEndpoint): string {
  return address === '' || model === '' ? 'Save an address and a model first' : '';
}

export default function AssistantModelPage() {
  const query = useCall(
    'getAssistantEndpoint',
    {},
    { isSuppressed: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const [result, setResult] = useState<Tested>();
  /** Counts opened forms, so that a canceled one starts fresh. */
  const [opened, setOpened] = useState(0);
  const endpoint = query.data?.endpoint;
  const test = useCallback(async () => {
    setResult('running');
    try {
      setResult((await callApi('testAssistantEndpoint', { body: {} })).data.result);
    } catch (thrown) {
      setResult(undefined);
      reportApiError(toApiError(thrown), { id: 'testAssistantEndpoint' });
    }
  }, []);
  const missing = endpoint ? describeMissing(endpoint) : '';
  const isTesting = result === 'running';
  const scope = useMemo(
    () => ({
      canTest: isTesting ? 'The model is being asked' : missing === '' ? (true as const) : missing,
      test: () => void test(),
    }),
    [missing, isTesting, test],
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={text.pageTitle} tabIndex={-1}>
          Model of the assistant
        </h1>
        <CommandButton id="assistantModel.test" />
      </header>
      <div className={css.form}>
        {query.error && (
          <div className={css.pad}>
            <ErrorPanel
              title="The settings could not be read"
              cause={query.error.message}
              onRetry={() => void query.refetch()}
            />
          </div>
        )}
        {!query.error && !endpoint && (
          <div className={css.pad}>
            <Skeleton width="60%" label="the settings of the model" />
          </div>
        )}
        {endpoint && (
          <EndpointForm
            key={`${endpoint.revision} ${opened}`}
            endpoint={endpoint}
            lead={<Facts endpoint={endpoint} result={result} />}
            scope={scope}
            onClose={() => setOpened(opened + 1)}
          />
        )}
      </div>
    </div>
  );
}
