/** A route of Next.js, `app/api/runs/route.ts`: POST starts a run and answers at once, GET tells how it goes. */
import { ApiError, createClient } from '@runwright/client';

const { RUNWRIGHT_URL: url = 'http://127.0.0.1:8000', RUNWRIGHT_API_KEY: apiKey = '' } = process.env;
const client = createClient({ url, apiKey });

export async function POST(request: Request): Promise<Response> {
  const { order } = (await request.json()) as { order?: unknown };
  if (typeof order !== 'string' || !/^PO-\d+$/.test(order))
    return Response.json({ error: '`order` must look like PO-1001' }, { status: 400 });
  const { runId } = await client.runs.start(
    { workflow_id: process.env.ORDER_WORKFLOW ?? '', parameters: { order } },
    { idempotencyKey: `order-${order}`, signal: request.signal },
  );
  return Response.json({ runId }, { status: 202 });
}

export async function GET(request: Request): Promise<Response> {
  const runId = new URL(request.url).searchParams.get('run') ?? '';
  try {
    const { status, output } = await client.runs.get(runId, { signal: request.signal });
    return Response.json({ status, output });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return Response.json({ error: 'no such run' }, { status: 404 });
    throw error;
  }
}
