/** Versions of the computer tool: a set of tools for current models, one tool with a beta header for older ones. */
export type ComputerToolVersion = 'computer_toolset_20260801' | 'computer_20251124' | 'computer_20250124';

/** What a model can, as far as the Messages API differs between models. */
export interface ModelFeatures {
  /** Null when the model has no computer tool, or none that is known. */
  readonly computerTool: ComputerToolVersion | null;
  /** Takes `output_config.format`. */
  readonly structuredOutputs: boolean;
  /** Thinks when the request does not say anything about it; the limit of output tokens includes the thoughts. */
  readonly thinksByDefault: boolean;
  /** Refuses thoughts whose conversation was changed since, unless the request has them dropped. */
  readonly bindsThoughts: boolean;
}

type Row = ModelFeatures & { readonly names: RegExp };

/**
 * Features by model name; the first row counts
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool, there "Earlier tool versions"; the pages on
 * structured outputs, thinking and preserved thinking).
 */
const rows: readonly Row[] = [
  {
    names: /^claude-(?:sonnet|haiku)-4-5(?:$|-)/,
    ...{ computerTool: 'computer_20250124', structuredOutputs: true },
    ...{ thinksByDefault: false, bindsThoughts: false },
  },
  {
    names: /^claude-(?:opus-4-[567]|sonnet-4-6)(?:$|-)/,
    ...{ computerTool: 'computer_20251124', structuredOutputs: true },
    ...{ thinksByDefault: false, bindsThoughts: false },
  },
  {
    names: /^claude-opus-4-8(?:$|-)/,
    ...{ computerTool: 'computer_toolset_20260801', structuredOutputs: true },
    ...{ thinksByDefault: false, bindsThoughts: false },
  },
  {
    names: /^claude-(?:opus|sonnet|fable|mythos)-5(?:-\d{8})?$/,
    ...{ computerTool: 'computer_toolset_20260801', structuredOutputs: true },
    ...{ thinksByDefault: true, bindsThoughts: false },
  },
  {
    // Fable 5.1, the models 5.5 and later ones.
    names: /^claude-[a-z]+-(?:5-\d|[6-9]|\d\d)/,
    ...{ computerTool: 'computer_toolset_20260801', structuredOutputs: true },
    ...{ thinksByDefault: true, bindsThoughts: true },
  },
  {
    names: /^claude-(?:3-7-sonnet|(?:opus|sonnet)-4)(?:$|-)/,
    ...{ computerTool: 'computer_20250124', structuredOutputs: false },
    ...{ thinksByDefault: false, bindsThoughts: false },
  },
];

const unknown: ModelFeatures = {
  ...{ computerTool: null, structuredOutputs: false, thinksByDefault: false, bindsThoughts: false },
};

/** Returns the features of a model, whose name may have a prefix of a gateway; an unknown model has none. */
export function featuresOf(model: string): ModelFeatures {
  const name = model
    .toLowerCase()
    .replaceAll('.', '-')
    .replace(/^.*?(?=claude-)/, '');
  return rows.find(({ names }) => names.test(name)) ?? unknown;
}
