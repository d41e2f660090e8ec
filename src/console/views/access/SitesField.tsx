import { useShell } from '../../commands/runtime.ts';
import { Checkbox } from '../../components/widgets/forms/checkbox.tsx';
import { FieldFrame } from '../../components/widgets/forms/field.tsx';
import * as css from './access.css.ts';

type SitesFieldProps = {
  id: string;
  value: readonly string[];
  /** Meaning of an empty selection. */
  help: string;
  error: string | undefined;
  readOnly?: boolean;
  onChange: (siteIds: string[]) => void;
};

export function SitesField({ id, value, help, error, readOnly = false, onChange }: SitesFieldProps) {
  const { sites } = useShell();
  const isAll = value.length === 0;
  return (
    <FieldFrame as="group" id={id} label="Sites" help={help} error={error}>
      {(control, labelId) => (
        <div id={control.id} role="group" aria-labelledby={labelId} tabIndex={-1} className={css.choices}>
          {readOnly ? (
            <span>
              {isAll
                ? 'All sites'
                : sites
                    .filter(({ id: site }) => value.includes(site))
                    .map(({ name }) => name)
                    .join(', ')}
            </span>
          ) : (
            <>
              <Checkbox label="All sites" showLabel checked={isAll} onChange={() => onChange([])} />
              {sites.map((site) => (
                <Checkbox
                  key={site.id}
                  label={site.name}
                  showLabel
                  checked={value.includes(site.id)}
                  onChange={(isChosen) =>
                    onChange(isChosen ? [...value, site.id] : value.filter((one) => one !== site.id))
                  }
                />
              ))}
            </>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
