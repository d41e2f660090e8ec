import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/use-call.ts';
import { UserFace } from '../../components/user-face/UserFace.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { SegmentedField } from '../../components/widgets/forms/switch-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { useStore } from '../../lib/store.ts';
import { setTheme, themeStore } from '../../state/theme.ts';
import { OpenSessions } from './OpenSessions.tsx';
import * as css from './profile.css.ts';

const doNothing = () => undefined;

function Identity() {
  // No site in the key: the user does not depend on it.
  const query = useQuery({ ...callQuery('getSession', {}, ''), staleTime: Number.POSITIVE_INFINITY });
  const user = query.data?.user;
  if (query.isError)
    return (
      <ErrorPanel
        title="Your identity could not be loaded"
        cause={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  if (!user) return <Skeleton width="60%" label="your identity" />;
  return (
    <div className={css.person}>
      <span className={css.avatar} role="img" aria-label={`Avatar of ${user.name}`}>
        <UserFace name={user.name} picture={user.picture} />
      </span>
      <div className={css.fields}>
        <TextField label="Display name" value={user.name} onChange={doNothing} readOnly />
        <TextField label="Email" value={user.email} onChange={doNothing} readOnly />
      </div>
    </div>
  );
}

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
