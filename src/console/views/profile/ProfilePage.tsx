import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectUnsaved } from '../../../../machines/preferences/index.ts';
import { type as text } from '../../../../styles/text.css.ts';
import { loadPreferences } from '../../commands/preferences/preferences.ts';
import { preferencesActor } from '../../commands/preferences/preferences-actor.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { buildTabPanelProps } from '../../components/widgets/tabs/tab-panel.ts';
import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import { MacrosPanel } from './MacrosPanel.tsx';
import * as css from './profile.css.ts';
import { PROFILE_TABS, type ProfileTab } from './scope.ts';
import { YouPanel } from './YouPanel.tsx';

const LABELS: Record<ProfileTab, string> = { you: 'You', keys: 'Keys', macros: 'Macros' };

/** Unsaved changes apply in this window; they can be retried or discarded. */
function UnsavedNotice() {
  const problem = useSelector(preferencesActor, selectUnsaved);
  return (
    <div role="status">
      {problem !== undefined && (
        <div className={css.notice}>
          <StatusShape shape="triangle" tone="warn" />
          <span className={css.noticeText}>Not saved, applies in this window only: {problem}</span>
          <Button
            size="small"
            icon="refresh"
            onClick={() => preferencesActor.send({ type: 'preferences.retry' })}
          >
            Try again
          </Button>
          <Button
            size="small"
            variant="ghost"
            onClick={() => preferencesActor.send({ type: 'preferences.discard' })}
          >
            Undo the change
          </Button>
        </div>
      )}
    </div>
  );
}

export default function ProfilePage() {
  const view = new URLSearchParams(useShownLocation().search).get('view');
  const tab = PROFILE_TABS.find((id) => id === view) ?? 'you';
  usePublishScope('profile', { tab });
  // Another window may have changed the preferences.
  useEffect(() => loadPreferences(), []);
  const keys = {
    you: useCommand('profile.you').keys,
    keys: useCommand('profile.keys').keys,
    macros: useCommand('profile.macros').keys,
  };
  const isList = tab !== 'you';
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={text.pageTitle}>User profile</h1>
      </header>
      <Tabs
        label="Profile"
        tabs={PROFILE_TABS.map((id) => ({ id, label: LABELS[id], keys: keys[id] }))}
        selected={tab}
        onSelect={(id) => id !== tab && goTo(paths.userProfile({ view: id }), { replace: true })}
      />
      <UnsavedNotice />
      <div {...buildTabPanelProps(tab)} className={isList ? css.panel : css.scrolled}>
        {tab === 'you' && <YouPanel />}
        {tab === 'keys' && <KeysPanel />}
        {tab === 'macros' && <MacrosPanel />}
      </div>
    </div>
  );
}
