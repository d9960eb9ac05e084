import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take longer than ten seconds, the longest first. Started last, one of them would go on alone when all
 * others have ended.
 */
const slow: readonly RegExp[] = [
  /driver-playwright\/src\/driver\.test/,
  /driver-playwright\/src\/(driver-(widgets|windows)|attach\/attach-(sessions|abuse))\.test/,
  /fixtures\/src\/widgets\.test/,
  /cli\/src\/browser-restart\.test/,
  /driver-playwright\/src\/driver-(abuse|reading)\.test/,
  /cli\/src\/crash-points\.test/,
  /driver-playwright\/src\/(attach\/attach|driver)-/,
  /fixtures\/src\//,
  /driver-playwright\/src\//,
  /(jinja|sandbox)\/src\/attacks\.test/,
  /cli\/src\//,
];

/** Begins with what takes long, the rest in Vitest's own order. */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = slow.findIndex((pattern) => pattern.test(moduleId));
      return found < 0 ? slow.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
