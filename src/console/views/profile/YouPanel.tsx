import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setTheme, themeStore } from '../../actors/theme.ts';
import { callQuery } from '../../api/use-call.ts';
import { useStore } from '../../commands/store.ts';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../widgets/feedback/skeleton.tsx';
import { SegmentedField } from '../../widgets/forms/switch-field.tsx';
import { TextField } from '../../widgets/forms/text-field.tsx';
import { initialsOf } from '../../widgets/text/initials.ts';
import { OpenSessions } from './OpenSessions.tsx';
import * as css from './profile.css.ts';

const nothing = () => undefined;

/** The picture, or the initials where there is none or it cannot be shown (R2.1-97). */
function Avatar({ name, picture }: { name: string; picture: string }) {
  const [isBroken, setBroken] = useState(false);
  const hasPicture = picture !== '' && !isBroken;
  return (
    <span className={css.avatar} role="img" aria-label={`Avatar of ${name}`}>
      {hasPicture ? (
        <img className={css.picture} src={picture} alt="" onError={() => setBroken(true)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

function Identity() {
  // Without the site in its key: who is signed in does not change with it.
  const query = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  const user = query.data?.user;
  if (query.isError)
    return (
      <ErrorPanel
        title="Who is signed in could not be read"
        cause={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  if (!user) return <Skeleton width="60%" label="your identity" />;
  return (
    <div className={css.person}>
      <Avatar name={user.name} picture={user.picture} />
      <div className={css.fields}>
        <TextField label="Display name" value={user.name} onChange={nothing} readOnly />
        <TextField label="Email" value={user.email} onChange={nothing} readOnly />
      </div>
    </div>
  );
}

/** Who is signed in (R2.1-95 … R2.1-97), and how the console looks. */
export function YouPanel() {
  const theme = useStore(themeStore);
  return (
    <>
      <section className={css.section} aria-labelledby="profile-identity">
        <h2 id="profile-identity" className={css.sectionTitle}>
          Identity
        </h2>
        <Identity />
      </section>
      <section className={css.section} aria-labelledby="profile-appearance">
        <h2 id="profile-appearance" className={css.sectionTitle}>
          Appearance
        </h2>
        <SegmentedField
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
        />
      </section>
      <OpenSessions />
    </>
  );
}
