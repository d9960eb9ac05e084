import type { Problem } from '@runwright/contract';
import { parseAddress, portProblem } from '../address.ts';
import type { PlacedNode } from '../document/check-blocks.ts';
import type { ParsedDefinition } from '../document/parsed-definition.ts';
import { valueError } from '../problem.ts';
import { schemaNode } from '../schema/schema-node.ts';
import { isTemplate } from '../template/map-templates.ts';

/** Members of blocks that hold the address of a site. */
const addressMembers = ['url', 'totp_verification_url'] as const;

/** Addresses in blocks whose port no request can reach; those with templates in them are not known yet. */
export function blockAddressProblems(parsed: ParsedDefinition): readonly Problem[] {
  return parsed.lists.flatMap((list) => list.nodes.flatMap(problemsOf));
}

function problemsOf({ node, path, block }: PlacedNode): readonly Problem[] {
  const properties = schemaNode(block?.config.properties);
  return addressMembers.flatMap((member) => {
    const address = node[member];
    if (typeof address !== 'string' || isTemplate(address) || !Object.hasOwn(properties, member)) return [];
    const parsed = parseAddress(address);
    const reason = parsed.ok ? portProblem(parsed.url) : null;
    return reason === null ? [] : [valueError([...path, member], reason)];
  });
}
