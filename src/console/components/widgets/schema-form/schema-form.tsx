import {
  activeProperties,
  type ConfigFormat,
  type ConfigGroup,
  type ConfigProperty,
  DEFAULT_GROUP,
  isChangedFromDefault,
  splitAdvanced,
} from '../../../../contract/config-format.ts';
import { type CodeTools, CodeToolsContext } from '../code/code-tools.ts';
import * as formCss from '../forms/form.css.ts';
import { AdvancedFields } from './advanced-fields.tsx';
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
  const { basic, advanced } = splitAdvanced(format);
  const listActive = (properties: readonly ConfigProperty[]) =>
    activeProperties(
      properties,
      value,
      siteVersion,
      ({ name }) => findFieldError(errors, name, true) !== undefined,
    );
  const listShown = (groups: readonly ConfigGroup[]) =>
    groups.filter(({ properties }) => listActive(properties).length > 0);
  const renderGroups = (groups: readonly ConfigGroup[]) =>
    groups.map((group) => {
      const hasHeading = groups.length > 1 && group.name !== DEFAULT_GROUP;
      const Group = hasHeading ? 'fieldset' : 'div';
      return (
        <Group key={group.name} className={formCss.group}>
          {hasHeading && (
            <legend>
              <h3 className={formCss.groupHeading}>{group.label}</h3>
            </legend>
          )}
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
        </Group>
      );
    });
  const folded = listShown(advanced);
  const inside = folded.flatMap(({ properties }) => listActive(properties)).map(({ property }) => property);
  return (
    <CodeToolsContext value={tools}>
      <FileToolsContext value={files}>
        <div className={formCss.form}>
          {renderGroups(listShown(basic))}
          {folded.length > 0 && (
            <AdvancedFields
              changedCount={inside.filter((one) => isChangedFromDefault(one, value[one.name])).length}
              isWrong={inside.some(({ name }) => findFieldError(errors, name, true) !== undefined)}
            >
              {renderGroups(folded)}
            </AdvancedFields>
          )}
        </div>
      </FileToolsContext>
    </CodeToolsContext>
  );
}
