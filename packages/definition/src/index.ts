/**
 * Workflow definitions as data: JSON Schema checks, the templates in them, validation with every problem at once, the graph
 * of a definition and its repair. Everything here is pure: it reads no clock, no file and no network.
 *
 * @packageDocumentation
 */

export { addressProblem, maximumAddressLength, type ParsedAddress, parseAddress } from './address.ts';
export { allowedDomains, type DomainMatch, domainProblems } from './allowed-domains.ts';
export {
  type BlockDescription,
  type BlockRules,
  type BlockTypes,
  createBlockTypes,
  type DefinitionBlock,
  definitionBlock,
  type UncheckedNode,
  type WrittenTemplate,
} from './blocks/block-types.ts';
export {
  type FailedTemplate,
  type RenderOptions,
  renderConfig,
  templateFailedError,
  templateValueToJson,
} from './blocks/render-config.ts';
export {
  findUndefinedFields,
  findUndefinedNames,
  type UndefinedField,
  type UndefinedName,
} from './checks/find-undefined-names.ts';
export { findUnknownMembers, type UnknownMember } from './checks/unknown-members.ts';
export { type DraftRules, type Validation, validateDraft } from './checks/validate-draft.ts';
export { type DefinitionLimits, defaultDefinitionLimits, sizeProblems } from './document/definition-size.ts';
export { readSource } from './document/read-source.ts';
export { type SourcePlace, sourcePlaces } from './document/source-places.ts';
export { workflowSchema } from './document/workflow-schema.ts';
export type { DefinitionGraph, GraphEdge, GraphNode } from './drawing/definition-graph.ts';
export { drawDefinition } from './drawing/draw-graph.ts';
export { type BlockList, isConditional, modeOf, rootsOf, type WalkMode } from './graph/graph.ts';
export { allBlocks, loopBodyOf } from './graph/loop-body.ts';
export { type ContextSource, contextValues } from './parameters/context-parameters.ts';
export {
  type Conversion,
  type ConvertedParameters,
  convertParameters,
  convertValue,
  type UnknownParameter,
  unknownParameters,
} from './parameters/convert-parameters.ts';
export { misspeltKey, type TakePairs, type Tolerance } from './parameters/similar-key.ts';
export { invalidInput, listNames, type Path, pathText, valueError } from './problem.ts';
export { type Renaming, type RepairedDefinition, repairDefinition } from './repair/repair-definition.ts';
export { headerProblems } from './request-headers.ts';
export { type Check, type Checked, compileSchema } from './schema/schema.ts';
export { asRecord, type SchemaNode, schemaNode } from './schema/schema-node.ts';
export { firstProblems, inDocumentOrder } from './schema/schema-problems.ts';
export type { ValueSource } from './schema/schema-shape.ts';
export { assertStorable, isDeeperThan } from './schema/storable-json.ts';
export { toStrictSchema } from './schema/strict-schema.ts';
export { criteriaType, isTruthy } from './template/branch-criteria.ts';
export {
  isTemplate,
  mapTemplates,
  type TemplatePlace,
  type TemplateVisitor,
} from './template/map-templates.ts';
export type { RenderedSize } from './template/rendered-size.ts';
export {
  missingPaths,
  namesIn,
  referencesIn,
  renderJson,
  renderPrompt,
  renderPromptText,
  renderText,
  renderValue,
  singleExpression,
  syntaxFault,
  type TemplateOptions,
  templateErrorReason,
} from './template/template.ts';
export {
  createTemplateScope,
  type TemplateScope,
  type TemplateScopeSource,
} from './template/template-scope.ts';
