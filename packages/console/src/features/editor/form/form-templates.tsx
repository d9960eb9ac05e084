import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  getTemplate,
  type IconButtonProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Marked } from './marked.tsx';

/** What the templates are told besides the schema. */
export interface FormContext {
  /** Members that are folded in. */
  readonly rare: ReadonlySet<string>;
  /** What the service says about members, by name. */
  readonly problems: ReadonlyMap<
    string,
    { readonly severity: 'error' | 'warning'; readonly message: string }
  >;
}

function FieldTemplate({
  id,
  label,
  required,
  rawErrors,
  rawDescription,
  children,
  schema,
  hidden,
  uiSchema,
  displayLabel,
  fieldPathId,
  registry,
}: FieldTemplateProps) {
  if (hidden) return <div hidden>{children}</div>;
  const isChoice = isChoiceOfSome(schema);
  const isWhole =
    !isChoice && (schema.type === 'object' || schema.type === 'array' || schema.type === undefined);
  const { problems } = (registry.formContext ?? {}) as Partial<FormContext>;
  const served = fieldPathId.path.length === 1 ? problems?.get(String(fieldPathId.path[0])) : undefined;
  // The form knows its own problems at once, the service tells the same later.
  const problem = rawErrors?.length ? [...new Set(rawErrors)].join(' ') : served?.message;
  const severity = rawErrors?.length ? 'error' : served?.severity;
  const shown = problem ? (
    <span className="problem" data-severity={severity} id={`${id}__error`}>
      <Marked text={problem} />
    </span>
  ) : null;
  if (isWhole)
    return (
      <div className="form-part">
        {children}
        {fieldPathId.path.length > 0 ? shown : null}
      </div>
    );
  const hint = rawDescription ? (
    <span className="hint" id={`${id}__description`}>
      <Marked text={rawDescription} />
    </span>
  ) : null;
  if (isChoice)
    return (
      <fieldset className="form-group">
        <legend>{label}</legend>
        {hint}
        {children}
        {shown}
      </fieldset>
    );
  const isBox = schema.type === 'boolean';
  return (
    <div className="field" data-code={uiSchema?.['ui:options']?.code === true || undefined}>
      {!isBox && displayLabel !== false ? (
        <label htmlFor={id}>
          {label}
          {required ? <span className="muted"> (required)</span> : null}
        </label>
      ) : null}
      {children}
      {hint}
      {shown}
    </div>
  );
}

/** Whether a list is a choice of some of its possible entries. */
function isChoiceOfSome({ type, items, uniqueItems }: FieldTemplateProps['schema']): boolean {
  return type === 'array' && uniqueItems === true && typeof items === 'object' && 'enum' in items;
}

function ObjectFieldTemplate({
  title,
  description,
  properties,
  registry,
  fieldPathId,
}: ObjectFieldTemplateProps) {
  const { rare = new Set<string>() } = (registry.formContext ?? {}) as Partial<FormContext>;
  // An item of a list has a frame already.
  if (typeof fieldPathId.path.at(-1) === 'number')
    return <div className="form-fields">{properties.map(({ content }) => content)}</div>;
  if (fieldPathId.path.length > 0)
    return (
      <fieldset className="form-group">
        {title ? <legend>{title}</legend> : null}
        {typeof description === 'string' ? (
          <span className="hint">
            <Marked text={description} />
          </span>
        ) : null}
        {properties.map(({ content }) => content)}
      </fieldset>
    );
  const [shown, folded] = [
    properties.filter(({ name }) => !rare.has(name)),
    properties.filter(({ name }) => rare.has(name)),
  ];
  return (
    <div className="form-fields">
      {shown.map(({ content }) => content)}
      {folded.length > 0 ? (
        <details className="form-more">
          <summary>More settings</summary>
          <div className="form-fields">{folded.map(({ content }) => content)}</div>
        </details>
      ) : null}
    </div>
  );
}

function ArrayFieldTemplate({
  title,
  items,
  canAdd,
  onAddClick,
  schema,
  fieldPathId,
}: ArrayFieldTemplateProps) {
  return (
    <fieldset className="form-group" id={fieldPathId.$id}>
      <legend>{title}</legend>
      {schema.description ? (
        <span className="hint">
          <Marked text={schema.description} />
        </span>
      ) : null}
      {items}
      {canAdd ? (
        <div>
          <Button small icon={<Plus size={14} aria-hidden />} onClick={onAddClick}>
            Add to {title?.toLowerCase()}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, hasToolbar, registry, uiSchema, index } = props;
  const Buttons = getTemplate('ArrayFieldItemButtonsTemplate', registry, uiSchema);
  return (
    <div className="form-item">
      <div className="form-item-head">
        <span className="muted">{index + 1}.</span>
        {hasToolbar ? (
          <div className="row">
            <Buttons {...buttonsProps} />
          </div>
        ) : null}
      </div>
      {children}
    </div>
  );
}

const button = (label: string, icon: React.ReactNode) =>
  function ItemButton({ onClick, disabled }: IconButtonProps) {
    return <IconButton small label={label} icon={icon} disabled={disabled ?? false} onClick={onClick} />;
  };

/** How the parts of a form look. */
export const formTemplates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  DescriptionFieldTemplate: () => null,
  ErrorListTemplate: () => null,
  ButtonTemplates: {
    MoveUpButton: button('Move up', <ArrowUp size={14} aria-hidden />),
    MoveDownButton: button('Move down', <ArrowDown size={14} aria-hidden />),
    RemoveButton: button('Remove', <Trash2 size={14} aria-hidden />),
  },
};
