import { useMemo } from 'react';
import { type as text } from '../../../../styles/text.css.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { SwitchField } from '../../components/widgets/forms/switch-field.tsx';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { describeFeature, findFeatureRefusal, getFeatureTitle } from './feature-texts.ts';
import { setFeature } from './features.commands.ts';
import * as css from './features.css.ts';
import './scope.ts';

export default function FeaturesPage() {
  const query = useCall('listFeatureSettings', {}, { isSuppressed: true });
  const settings = query.data?.featureSettings;
  const hasAssistant = useStore(flagsOn)?.has('chatAssistantTransform') ?? false;
  usePublishScope(
    'features',
    useMemo(() => (settings ? { settings } : undefined), [settings]),
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={text.pageTitle} tabIndex={-1}>
          Features
        </h1>
        <p className={css.lead}>
          A feature is on when the environment or the organization turns it on. It applies to everyone at
          once.
        </p>
        {hasAssistant && (
          <p className={css.more}>
            <CommandButton id="go.assistantModel" />
          </p>
        )}
      </header>
      {query.error && (
        <div className={css.pad}>
          <ErrorPanel
            title="The features could not be read"
            cause={query.error.message}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {!query.error && !settings && (
        <div className={css.pad}>
          <Skeleton width="60%" label="the features" />
        </div>
      )}
      <ul className={css.list} aria-label="Features" hidden={!settings}>
        {settings?.map((setting) => (
          <li key={setting.feature} className={css.entry}>
            <SwitchField
              label={getFeatureTitle(setting.feature)}
              help={describeFeature(setting)}
              value={setting.isOn}
              readOnly={findFeatureRefusal(setting) !== undefined}
              onChange={(isOn) => void setFeature(setting.feature, isOn)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
