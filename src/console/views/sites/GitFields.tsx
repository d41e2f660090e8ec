import { isSshAddress } from '../../../contract/entities/git-address.ts';
import {
  REQUEST_PROVIDERS,
  type RequestProvider,
  SITE_LABELS,
} from '../../../contract/entities/site-form.ts';
import { SecretField } from '../../components/widgets/forms/secret-field.tsx';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { SwitchField } from '../../components/widgets/forms/switch-field.tsx';
import { TextArea, TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { PROVIDERS, REQUEST_PROVIDER_LABELS } from './looks.ts';
import type { SiteConfig } from './save.ts';

const KEY_PLACEHOLDER =
  'Must begin with ssh-rsa, ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-ed25519, sk-ecdsa-sha2-nistp256@openssh.com or sk-ssh-ed25519@openssh.com';

const KEY_ROWS = 5;

const REPOSITORIES = [
  { value: 'embedded', label: 'Embedded' },
  { value: 'followed', label: 'Followed' },
  { value: 'elsewhere', label: 'Elsewhere' },
] as const;
type RepositoryKind = (typeof REPOSITORIES)[number]['value'];

const REPOSITORY_HELP: Record<RepositoryKind, string> = {
  embedded: 'Penstock keeps it in its data folder; pipelines are changed by pull requests from the editor.',
  followed:
    'Penstock fetches the branch once a minute over HTTPS or SSH: what is on it is what runs. Pull requests are pushed to the same repository.',
  elsewhere:
    'Changes are made there, and its CI pipeline imports them with an API key. Penstock does not connect to it: it shows the address, and nothing uses the key.',
};

const MESSAGE_ROWS = 5;
const MESSAGE_PLACEHOLDER = '{title}\n\n{text}';

const NOWHERE = 'none';
const REQUEST_PLACES = [
  { value: NOWHERE, label: 'Penstock alone' },
  ...REQUEST_PROVIDERS.map((value) => ({ value, label: REQUEST_PROVIDER_LABELS[value] })),
];
const API_PLACEHOLDERS: Record<RequestProvider, string> = {
  GITHUB: 'https://api.github.com',
  GITLAB: 'https://gitlab.example.org/api/v4',
  GITEA: 'https://git.example.org/api/v1',
};
const TOKEN_HELP = {
  git: 'One that may read the repository, and write to it for pull requests.',
  api: 'One that may open pull requests and set commit statuses.',
  both: 'One that may read the repository, write to it, open pull requests and set commit statuses.',
} as const;

type GitFieldsProps = {
  formId: string;
  config: SiteConfig;
  errors: Readonly<Record<string, string>>;
  isNew: boolean;
  hasToken?: boolean;
  hasWebhookSecret?: boolean;
  hasSshKey?: boolean;
  onChange: (change: Partial<SiteConfig>) => void;
};

export function GitFields(props: GitFieldsProps) {
  const {
    formId,
    config,
    errors,
    isNew,
    hasToken = false,
    hasWebhookSecret = false,
    hasSshKey = false,
    onChange,
  } = props;
  const { managedByGit, gitEmbedded, gitFollowed, needsApproval } = config;
  const kind: RepositoryKind = gitEmbedded ? 'embedded' : gitFollowed ? 'followed' : 'elsewhere';
  const isSsh = isSshAddress(config.gitRepo.trim());
  const required = managedByGit && (isNew || kind === 'followed') ? true : undefined;
  const text = (name: 'gitRepo' | 'gitBranch' | 'gitRepoPath', isRequired = required) => (
    <TextField
      id={buildFieldId(formId, `config.${name}`)}
      label={SITE_LABELS[name]}
      required={isRequired}
      mono
      value={config[name]}
      error={errors[`config.${name}`]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <SwitchField
        id={buildFieldId(formId, 'config.managedByGit')}
        label={SITE_LABELS.managedByGit}
        help="Pipelines, sources, destinations and lookup tables are no longer changed directly."
        value={managedByGit}
        error={errors['config.managedByGit']}
        onChange={(value) => onChange({ managedByGit: value })}
      />
      {managedByGit && (
        <SelectField
          id={buildFieldId(formId, 'config.gitEmbedded')}
          label="Repository"
          required
          options={REPOSITORIES}
          value={kind}
          help={REPOSITORY_HELP[kind]}
          onChange={(value) =>
            onChange({ gitEmbedded: value === 'embedded', gitFollowed: value === 'followed' })
          }
        />
      )}
      {managedByGit && kind !== 'elsewhere' && (
        <SwitchField
          id={buildFieldId(formId, 'config.needsApproval')}
          label={SITE_LABELS.needsApproval}
          help="A pull request is merged once someone else has approved it; nobody approves their own."
          value={needsApproval}
          error={errors['config.needsApproval']}
          onChange={(value) => onChange({ needsApproval: value })}
        />
      )}
      {managedByGit && !gitEmbedded && (
        <>
          {kind === 'elsewhere' && (
            <SelectField
              id={buildFieldId(formId, 'config.gitProvider')}
              label={SITE_LABELS.gitProvider}
              required={required}
              options={PROVIDERS}
              value={config.gitProvider}
              error={errors['config.gitProvider']}
              onChange={(value) => onChange({ gitProvider: value === 'GITLAB' ? 'GITLAB' : 'GITHUB' })}
            />
          )}
          {text('gitRepo')}
          {text('gitBranch')}
          {kind === 'followed' && (
            <SelectField
              id={buildFieldId(formId, 'config.gitProvider')}
              label="Pull requests at"
              options={REQUEST_PLACES}
              value={config.gitProvider || NOWHERE}
              help="Pull requests are opened there too, and commits get a status."
              error={errors['config.gitProvider']}
              onChange={(value) =>
                onChange({ gitProvider: REQUEST_PROVIDERS.find((one) => one === value) ?? '' })
              }
            />
          )}
          {kind === 'followed' && config.gitProvider !== '' && (
            <TextField
              id={buildFieldId(formId, 'config.gitApi')}
              label={SITE_LABELS.gitApi}
              mono
              value={config.gitApi}
              placeholder={API_PLACEHOLDERS[config.gitProvider]}
              help="Empty for its usual place on the server of the repository."
              error={errors['config.gitApi']}
              onChange={(value) => onChange({ gitApi: value })}
            />
          )}
          {kind === 'followed' && isSsh && (
            <SecretField
              id={buildFieldId(formId, 'config.gitSshKey')}
              label={SITE_LABELS.gitSshKey}
              help="Left empty, Penstock makes a key pair. The site shows the public key once it is saved."
              hasStored={hasSshKey}
              value={config.gitSshKey}
              error={errors['config.gitSshKey']}
              onChange={(value) => onChange({ gitSshKey: value })}
            />
          )}
          {kind === 'followed' && (!isSsh || config.gitProvider !== '' || hasToken) && (
            <SecretField
              id={buildFieldId(formId, 'config.gitToken')}
              label={SITE_LABELS.gitToken}
              help={TOKEN_HELP[config.gitProvider === '' ? 'git' : isSsh ? 'api' : 'both']}
              hasStored={hasToken}
              value={config.gitToken}
              error={errors['config.gitToken']}
              onChange={(value) => onChange({ gitToken: value })}
            />
          )}
          {kind === 'followed' && (
            <SecretField
              id={buildFieldId(formId, 'config.gitWebhookSecret')}
              label={SITE_LABELS.gitWebhookSecret}
              help="The provider signs its webhook with it. The site shows the address once it is saved."
              hasStored={hasWebhookSecret}
              value={config.gitWebhookSecret}
              error={errors['config.gitWebhookSecret']}
              onChange={(value) => onChange({ gitWebhookSecret: value })}
            />
          )}
          {isNew && kind === 'elsewhere' && (
            <TextArea
              id={buildFieldId(formId, 'config.gitAccessToken')}
              label={SITE_LABELS.gitAccessToken}
              required={required}
              rows={KEY_ROWS}
              mono
              placeholder={KEY_PLACEHOLDER}
              value={config.gitAccessToken}
              error={errors['config.gitAccessToken']}
              onChange={(value) => onChange({ gitAccessToken: value })}
            />
          )}
          {text('gitRepoPath', false)}
        </>
      )}
      {managedByGit && kind !== 'elsewhere' && (
        <>
          <SwitchField
            id={buildFieldId(formId, 'config.gitSigned')}
            label={SITE_LABELS.gitSigned}
            help="With a key of the site, as Git signs by SSH. The site shows the public key once it is saved."
            value={config.gitSigned}
            error={errors['config.gitSigned']}
            onChange={(value) => onChange({ gitSigned: value })}
          />
          <TextArea
            id={buildFieldId(formId, 'config.gitMessage')}
            label={SITE_LABELS.gitMessage}
            rows={MESSAGE_ROWS}
            mono
            placeholder={MESSAGE_PLACEHOLDER}
            value={config.gitMessage}
            error={errors['config.gitMessage']}
            onChange={(value) => onChange({ gitMessage: value })}
          />
        </>
      )}
    </>
  );
}
