import { activeProperties, type ConfigFormat } from '../../../../contract/config-format.ts';
import { type CodeTools, CodeToolsContext } from '../code/code-tools.ts';
import * as formCss from '../forms/form.css.ts';
import { type FileTools, FileToolsContext } from './asset-field.tsx';
import { type FormErrors, findFieldError } from './field-ids.ts';
import { PropertyList } from './property-fields.tsx';

export type { FileTools } from './asset-field.tsx';
export {
  buildFieldId,
  type FormErrors,
  focusField,
  focusFirstError,
  pickErrorsWithin,
} from './field-ids.ts';

type SchemaFormProps = {
  /** Prefix of control ids. */
  formId: string;
  format: ConfigFormat;
  /** For a new one use `defaultValues`. */
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  errors?: FormErrors;
  readOnly?: boolean;
  /** Hides properties of other versions. */
  siteVersion?: string;
  /** Without it code fields are plain editors. */
  tools?: CodeTools;
  /** Without it file names are typed. */
  files?: FileTools;
};

const NO_TOOLS: CodeTools = {};

/** Generated from `configFormat` alone. */
export function SchemaForm(props: SchemaFormProps) {
  const {
    formId,
    format,
    value,
    onChange,
    errors = {},
    readOnly,
    siteVersion,
    tools = NO_TOOLS,
    files,
  } = props;
  const groups = format.config_groups.filter(
    (group) =>
      activeProperties(
        group.properties,
        value,
        siteVersion,
        ({ name }) => findFieldError(errors, name, true) !== undefined,
      ).length > 0,
  );
  return (
    <CodeToolsContext value={tools}>
      <FileToolsContext value={files}>
        <div className={formCss.form}>
          {groups.map((group) => (
            <section key={group.name} className={formCss.group} aria-label={group.label}>
              {groups.length > 1 && <h3 className={formCss.groupHeading}>{group.label}</h3>}
              <PropertyList
                formId={formId}
                prefix=""
                properties={group.properties}
                value={value}
                onChange={onChange}
                errors={errors}
                readOnly={readOnly}
                siteVersion={siteVersion}
              />
            </section>
          ))}
        </div>
      </FileToolsContext>
    </CodeToolsContext>
  );
}
