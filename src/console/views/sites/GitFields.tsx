import { SITE_LABELS } from '../../../contract/entities/site-form.ts';
import { SelectField } from '../../components/widgets/forms/select-field.tsx';
import { SwitchField } from '../../components/widgets/forms/switch-field.tsx';
import { TextArea, TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { PROVIDERS } from './looks.ts';
import type { SiteConfig } from './save.ts';

const KEY_PLACEHOLDER =
  'Must begin with ssh-rsa, ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-ed25519, sk-ecdsa-sha2-nistp256@openssh.com or sk-ssh-ed25519@openssh.com';

const KEY_ROWS = 5;

const REPOSITORIES = [
  { value: 'embedded', label: 'Embedded' },
  { value: 'elsewhere', label: 'Elsewhere' },
];

type GitFieldsProps = {
  formId: string;
  config: SiteConfig;
  errors: Readonly<Record<string, string>>;
  isNew: boolean;
  onChange: (change: Partial<SiteConfig>) => void;
};

export function GitFields({ formId, config, errors, isNew, onChange }: GitFieldsProps) {
  const { managedByGit, gitEmbedded, needsApproval } = config;
  const required = isNew && managedByGit ? true : undefined;
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
        help="Pipelines, sources and destinations are no longer changed directly."
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
          value={gitEmbedded ? 'embedded' : 'elsewhere'}
          help={
            gitEmbedded
              ? 'Penstock keeps it in its data folder; pipelines are changed by pull requests from the editor.'
              : 'Changes are made there, and its CI pipeline imports them with an API key. Penstock connects to no repository elsewhere: it shows the address, and nothing uses the key.'
          }
          onChange={(value) => onChange({ gitEmbedded: value === 'embedded' })}
        />
      )}
      {managedByGit && gitEmbedded && (
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
          <SelectField
            id={buildFieldId(formId, 'config.gitProvider')}
            label={SITE_LABELS.gitProvider}
            required={required}
            options={PROVIDERS}
            value={config.gitProvider}
            error={errors['config.gitProvider']}
            onChange={(value) => onChange({ gitProvider: value === 'GITLAB' ? 'GITLAB' : 'GITHUB' })}
          />
          {text('gitRepo')}
          {text('gitBranch')}
          {isNew && (
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
    </>
  );
}
