import type { Problem } from '@runwright/contract';
import type { PlacedTemplate } from '../document/written-templates.ts';
import { valueError } from '../problem.ts';
import { syntaxFault } from '../template/template.ts';
import { placeText } from './place-text.ts';

/** Problems and warnings of the templates of a draft as they are written. */
export interface TemplateFaults {
  /** Faults that refuse the draft. */
  readonly problems: readonly Problem[];
  /** Faults that fail their block when it is reached. */
  readonly warnings: readonly Problem[];
}

/**
 * Templates that cannot be read. Those in what is handed to another workflow refuse the draft; a block with any other one
 * fails when it is reached, because its template may stand on a way that is never taken.
 */
export function templateFaults(templates: readonly PlacedTemplate[]): TemplateFaults {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  for (const template of templates) {
    const fault = syntaxFault(template.source);
    if (fault === null) continue;
    const { path } = template;
    if (isPayload(template)) {
      problems.push(
        valueError(path, `the template in \`${placeText(template.inner)}\` cannot be read: ${fault}`),
      );
    } else {
      const outcome = template.owner ? 'so the block fails when it is reached' : 'so rendering it fails';
      const message = `The template cannot be read, ${outcome}: ${fault}.`;
      warnings.push({ path, type: 'template_syntax', message });
    }
  }
  return { problems, warnings };
}

function isPayload({ owner, inner }: PlacedTemplate): boolean {
  return owner?.node.block_type === 'workflow_trigger' && inner[0] === 'payload';
}
