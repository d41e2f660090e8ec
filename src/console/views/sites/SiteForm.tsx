import { useRef } from 'react';
import type { Site } from '../../../contract/entities/site.ts';
import {
  REQUEST_PROVIDERS,
  SITE_ENGINES,
  SITE_LABELS,
  type SiteDetail,
  type SiteEngine,
} from '../../../contract/entities/site-form.ts';
import { VENDORS } from '../../../contract/enums.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { TextArea } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { useStore } from '../../lib/store.ts';
import { flagsOn } from '../../state/flags.ts';
import { notify } from '../../state/toasts.ts';
import { GitFields } from './GitFields.tsx';
import { SITE_ENGINE_LABELS, VENDOR_LABELS } from './looks.ts';
import { SiteFacts } from './SiteFacts.tsx';
import { type SiteConfig, saveSite } from './save.ts';

const NO_GIT = {
  managedByGit: false,
  gitEmbedded: true,
  needsApproval: false,
  gitProvider: '',
  gitRepo: '',
  gitBranch: '',
  gitAccessToken: '',
  gitRepoPath: '',
  gitApi: '',
  gitSigned: false,
  gitMessage: '',
  gitFollowed: false,
  gitToken: { text: '' },
  gitWebhookSecret: { text: '' },
  gitSshKey: { text: '' },
} as const satisfies Partial<SiteConfig>;

const toGitConfig = ({ managedByGit, needsApproval, git }: Site) => ({
  ...NO_GIT,
  managedByGit,
  needsApproval,
  gitEmbedded: (git?.repo ?? '') === '',
  gitProvider: REQUEST_PROVIDERS.find((one) => one === git?.provider) ?? ('' as const),
  gitRepo: git?.repo ?? '',
  gitBranch: git?.branch ?? '',
  gitRepoPath: git?.path ?? '',
  gitApi: git?.api ?? '',
  gitSigned: (git?.signingKey ?? '') !== '',
  gitMessage: git?.message ?? '',
  gitFollowed: git?.isFollowed === true,
  gitToken: git?.isTokenSet === true ? ('stored' as const) : { text: '' },
  gitWebhookSecret: git?.isWebhookSecretSet === true ? ('stored' as const) : { text: '' },
  gitSshKey: (git?.publicKey ?? '') === '' ? { text: '' } : ('stored' as const),
});

const ENGINE_NOTES: Record<SiteEngine, string> = {
  embedded: 'Its engine is a separate process on this machine',
  remote: 'Its engine runs on another machine',
  collectors: 'Its pipelines run on OpenTelemetry Collectors',
};
const CREATED: Record<SiteEngine, string> = {
  embedded: 'The site was created; its engine starts.',
  remote: 'The site was created; create a join token for its engine.',
  collectors: 'The site was created with a fleet; enroll its agents.',
};
const COLLECTORS_HELP =
  'The site gets a fleet, and deploying a pipeline rolls it out to the agents. The editor refuses what a Collector would do differently from an engine.';

const listEngines = (withFleets: boolean) =>
  SITE_ENGINES.filter((value) => withFleets || value !== 'collectors').map((value) => ({
    value,
    label: SITE_ENGINE_LABELS[value],
  }));
const VENDOR_OPTIONS = VENDORS.map((value) => ({ value, label: VENDOR_LABELS[value] }));

type SiteFormProps = {
  site: Site | undefined;
  detail: SiteDetail | undefined;
  /** Selected in the console. */
  isSelected: boolean;
  onClose: (id: string | undefined) => void;
};

export function SiteForm({ site, detail, isSelected, onClose }: SiteFormProps) {
  const flags = useStore(flagsOn);
  const withGit = flags?.has('gitOps') ?? false;
  const withFleets = flags?.has('fleetManagement') ?? false;
  const made = useRef<SiteEngine>('embedded');
  const config: SiteConfig = {
    ...(site ? toGitConfig(site) : NO_GIT),
    vendor: site?.vendor ?? '',
    engine: site?.engine ?? 'embedded',
  };
  const begin = {
    templateId: 'site',
    values: { name: site?.name ?? '', description: site?.description ?? '', config },
  };
  const form = useEntityForm({
    existing: site && { id: site.id, revision: site.revision, ...begin },
    blank: begin,
    save: (input) => {
      made.current = (input.values.config as SiteConfig).engine;
      return saveSite(input, withGit);
    },
    onSaved: () =>
      notify({
        message: site ? 'The site was saved.' : CREATED[made.current],
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, state, send } = form;
  const { values, errors } = state.context;
  const typed = values.config as SiteConfig;
  const change = (next: Partial<SiteConfig>) =>
    send({ type: 'config.changed', config: { ...typed, ...next } });
  return (
    <FormFrame
      form={form}
      noun="Site"
      label={site ? `Edit ${site.name}` : 'New site'}
      savedBy={site ? 'updateSite' : 'createSite'}
      saveLabel={site ? 'Save site' : 'Create site'}
      heading={
        <PanelHead
          title={site?.name ?? 'New site'}
          note={ENGINE_NOTES[typed.engine]}
          onClose={() => send({ type: 'form.left' })}
        />
      }
      lead={detail && <SiteFacts site={detail} isSelected={isSelected} />}
    >
      <NameField form={form} label={SITE_LABELS.name} autoFocus={!site} />
      <TextArea
        id={buildFieldId(formId, 'description')}
        label={SITE_LABELS.description}
        rows={2}
        value={values.description}
        error={errors.description}
        onChange={(value) => send({ type: 'field.changed', field: 'description', value })}
      />
      <SelectField
        id={buildFieldId(formId, 'config.vendor')}
        label={SITE_LABELS.vendor}
        required
        options={VENDOR_OPTIONS}
        value={typed.vendor}
        error={errors['config.vendor']}
        onChange={(value) => change({ vendor: VENDORS.find((vendor) => vendor === value) ?? '' })}
      />
      {!site && (
        <SelectField
          id={buildFieldId(formId, 'config.engine')}
          label={SITE_LABELS.engine}
          required
          options={listEngines(withFleets)}
          value={typed.engine}
          error={errors['config.engine']}
          help={typed.engine === 'collectors' ? COLLECTORS_HELP : undefined}
          onChange={(value) => change({ engine: SITE_ENGINES.find((one) => one === value) ?? 'embedded' })}
        />
      )}
      {withGit && (
        <GitFields
          formId={formId}
          config={typed}
          errors={errors}
          isNew={!site}
          hasToken={site?.git?.isTokenSet === true}
          hasWebhookSecret={site?.git?.isWebhookSecretSet === true}
          hasSshKey={(site?.git?.publicKey ?? '') !== ''}
          onChange={change}
        />
      )}
    </FormFrame>
  );
}
