import { type MaintenanceWindow, WEEKDAYS, type Weekday } from '../../../contract/entities/fleet-window.ts';
import { Checkbox } from '../../components/widgets/forms/checkbox.tsx';
import { FieldFrame } from '../../components/widgets/forms/field.tsx';
import { SwitchField } from '../../components/widgets/forms/switch-field.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import * as css from './fleets.css.ts';
import { DAY_NAMES } from './looks.ts';
import type { FleetConfig } from './save.ts';

/** Calendar order of weekdays. */
const ORDER: readonly Weekday[] = [...WEEKDAYS.slice(1), ...WEEKDAYS.slice(0, 1)];

type WindowFieldsProps = {
  formId: string;
  config: FleetConfig;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (next: Partial<FleetConfig>) => void;
};

/** When steps of rollouts may begin. */
export function WindowFields({ formId, config, errors, onChange }: WindowFieldsProps) {
  const { hasWindow, window } = config;
  const change = (next: Partial<MaintenanceWindow>) => onChange({ window: { ...window, ...next } });
  const field = (name: keyof MaintenanceWindow) => ({
    id: buildFieldId(formId, `config.window.${name}`),
    error: errors[`config.window.${name}`],
    required: true,
  });
  return (
    <>
      <SwitchField
        id={buildFieldId(formId, 'config.hasWindow')}
        label="Maintenance window"
        help="Steps of rollouts begin within it alone. A roll-back waits for nothing."
        value={hasWindow}
        onChange={(value) => onChange({ hasWindow: value })}
      />
      {hasWindow && (
        <>
          <FieldFrame {...field('days')} as="group" label="Days on which it opens">
            {(control, labelId) => (
              <div
                id={control.id}
                role="group"
                tabIndex={-1}
                aria-labelledby={labelId}
                aria-describedby={control['aria-describedby']}
                className={css.days}
              >
                {ORDER.map((day) => (
                  <Checkbox
                    key={day}
                    label={DAY_NAMES[day]}
                    showLabel
                    checked={window.days.includes(day)}
                    onChange={(isOn) =>
                      change({
                        days: ORDER.filter((one) => (one === day ? isOn : window.days.includes(one))),
                      })
                    }
                  />
                ))}
              </div>
            )}
          </FieldFrame>
          <div className={css.pairOfFields}>
            <TextField
              {...field('from')}
              label="From"
              value={window.from}
              onChange={(from) => change({ from })}
            />
            <TextField
              {...field('to')}
              label="To"
              help="On the next day when it is not after From."
              value={window.to}
              onChange={(to) => change({ to })}
            />
          </div>
          <TextField
            {...field('timeZone')}
            label="Time zone"
            help="Such as Europe/Berlin or UTC."
            value={window.timeZone}
            onChange={(timeZone) => change({ timeZone })}
          />
        </>
      )}
    </>
  );
}
