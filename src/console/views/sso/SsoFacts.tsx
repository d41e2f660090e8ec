import type { Sso, SsoPatch } from '../../../contract/entities/sso.ts';
import { notify } from '../../actors/toasts.ts';
import { CopyButton } from '../../widgets/actions/copy-button.tsx';
import * as css from './sso.css.ts';
import { TestResult } from './TestResult.tsx';

function stateText({ inForce, enabled, fixed, name }: Sso): string {
  if (fixed.includes('metadataUrl'))
    return 'The environment of the service sets the provider (PENSTOCK_AUTH).';
  if (inForce !== 'none') return `People sign in through ${name}.`;
  if (enabled) return 'The environment of the service switches the sign-in off (PENSTOCK_AUTH=none).';
  return 'Sign-in is off: everyone on this machine is its administrator.';
}

function Address({ label, what, text }: { label: string; what: string; text: string }) {
  return (
    <p className={css.fact}>
      {label}: <code className={css.address}>{text}</code>
      <CopyButton
        text={text}
        label={`Copy ${what}`}
        onOutcome={({ ok, message }) =>
          notify({ message, status: ok ? 'success' : 'error', shouldTimeout: true })
        }
      />
    </p>
  );
}

type SsoFactsProps = { sso: Sso; provider: SsoPatch['provider']; testId: string | undefined };

/** What holds now, and what is registered at the provider (R2.1-76). */
export function SsoFacts({ sso, provider, testId }: SsoFactsProps) {
  return (
    <section className={css.facts} aria-label="How people sign in">
      <h2 className={css.state}>{stateText(sso)}</h2>
      {provider === 'saml' ? (
        <>
          <Address label="ACS URL to register at the provider" what="ACS URL" text={sso.acsUrl} />
          <Address
            label="Entity ID, which is also the address of the metadata of this service"
            what="entity ID"
            text={sso.entityId}
          />
          <Address
            label="Single logout URL, by redirect or post"
            what="single logout URL"
            text={sso.logout.samlUrl}
          />
        </>
      ) : (
        <>
          <Address label="Redirect URI to register at the provider" what="URI" text={sso.redirectUri} />
          <Address label="Redirect URI after a logout" what="logout URI" text={sso.logout.redirectUri} />
          <Address
            label="Back-channel logout URI, where the provider tells logouts"
            what="back-channel URI"
            text={sso.logout.backchannelUri}
          />
        </>
      )}
      {!sso.hasFallback && <p>Make a fallback code before you switch the sign-in on.</p>}
      {testId !== undefined && <TestResult testId={testId} />}
    </section>
  );
}
