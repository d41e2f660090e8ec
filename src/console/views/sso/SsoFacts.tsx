import type { Sso, SsoPatch } from '../../../contract/entities/sso.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyButton } from '../../components/widgets/actions/copy-button.tsx';
import { notify } from '../../state/toasts.ts';
import * as css from './sso.css.ts';

const POLL_MS = 1000;

function TestResult({ testId }: { testId: string }) {
  const input = { path: { testId } };
  const query = useCall('getSsoTest', input, { isSuppressed: true, poll: POLL_MS });
  const test = query.data?.test;
  if (query.error) return <p role="alert">The result could not be read: {query.error.message}</p>;
  if (!test || test.state === 'waiting') {
    return <p role="status">Waiting for the sign-in in the other window.</p>;
  }
  const rows = [
    ['Email', test.email],
    ['Name', test.name],
    ['Groups', test.groups.join(', ')],
    ['Roles', test.roles.join(', ')],
  ].filter(([, value]) => value !== '');
  return (
    <div role="status" className={css.lead}>
      <p className={css.strong}>
        {test.isAdmitted
          ? 'The test worked: this person would be signed in.'
          : 'The test failed: this person would not be signed in.'}
      </p>
      {test.problem && <p>{test.problem}</p>}
      {rows.length > 0 && (
        <dl className={css.found}>
          {rows.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd className={css.address}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function describeSsoState({ inForce, enabled, fixed, name }: Sso): string {
  if (fixed.includes('metadataUrl'))
    return 'The provider is set by the environment of the service (PENSTOCK_AUTH).';
  if (inForce !== 'none') return `People sign in through ${name}.`;
  if (enabled) return 'Sign-in is switched off by the environment of the service (PENSTOCK_AUTH=none).';
  return 'Sign-in is off: everyone on this machine is its administrator.';
}

function Address({ label, what, text }: { label: string; what: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={css.fact}>
        <code className={css.address}>{text}</code>
        <CopyButton
          text={text}
          label={`Copy ${what}`}
          iconOnly
          onOutcome={({ ok, message }) =>
            notify({ message, status: ok ? 'success' : 'error', shouldTimeout: true })
          }
        />
      </dd>
    </>
  );
}

type Registered = { label: string; what: string; of: (sso: Sso) => string };

const ADDRESSES: Record<SsoPatch['provider'], Registered[]> = {
  oidc: [
    { label: 'Redirect URI', what: 'redirect URI', of: (sso) => sso.redirectUri },
    {
      label: 'Redirect URI after a logout',
      what: 'URI after a logout',
      of: ({ logout }) => logout.redirectUri,
    },
    { label: 'Back-channel logout URI', what: 'back-channel URI', of: ({ logout }) => logout.backchannelUri },
  ],
  saml: [
    { label: 'ACS URL', what: 'ACS URL', of: (sso) => sso.acsUrl },
    { label: 'Entity ID and metadata', what: 'entity ID', of: (sso) => sso.entityId },
    { label: 'Single logout URL', what: 'single logout URL', of: ({ logout }) => logout.samlUrl },
  ],
};

type SsoFactsProps = { sso: Sso; provider: SsoPatch['provider']; testId: string | undefined };

/** Current settings, and values to register at the provider. */
export function SsoFacts({ sso, provider, testId }: SsoFactsProps) {
  return (
    <section className={css.facts} aria-label="How people sign in">
      <h2 className={css.state}>{describeSsoState(sso)}</h2>
      <p>To register at the provider:</p>
      <dl className={css.addresses}>
        {ADDRESSES[provider].map(({ label, what, of }) => (
          <Address key={label} label={label} what={what} text={of(sso)} />
        ))}
      </dl>
      {!sso.hasFallback && <p>Create a fallback code before you switch sign-in on.</p>}
      {testId !== undefined && <TestResult testId={testId} />}
    </section>
  );
}
