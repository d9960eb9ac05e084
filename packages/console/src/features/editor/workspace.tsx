import { type ReactNode, useState } from 'react';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { useMedia } from '../../lib/use-media.ts';

/** Parts of the editor. Which of them stand side by side depends on the width. */
export interface WorkspaceProps {
  readonly graph: Tab;
  readonly list: Tab;
  readonly yaml: Tab;
  /** Block, palette, parameters and so on. */
  readonly tools: readonly Tab[];
  /** The tool or view that was asked for last. */
  readonly shown: string;
  readonly onShow: (id: string) => void;
  readonly footer: ReactNode;
}

/** Graph, forms and YAML: side by side on wide screens, in two columns on narrower ones, and as tabs on phones. */
export function Workspace({ graph, list, yaml, tools, shown, onShow, footer }: WorkspaceProps) {
  const isWide = useMedia('(min-width: 1240px)');
  const isMedium = useMedia('(min-width: 820px)');
  const [view, setView] = useState(graph.id);
  const views = <Tabs label="Views of the blocks" tabs={[graph, list]} selected={view} onSelect={setView} />;
  const tabs = isWide ? tools : isMedium ? [...tools, yaml] : [graph, list, ...tools, yaml];
  const selected = tabs.some(({ id }) => id === shown) ? shown : (tabs[0]?.id ?? '');
  const inspector = <Tabs label="Parts of the workflow" tabs={tabs} selected={selected} onSelect={onShow} />;
  const width = isWide ? 'wide' : isMedium ? 'medium' : 'narrow';
  return (
    <div className="workspace" data-width={width}>
      {isMedium ? <section aria-label="Blocks">{views}</section> : null}
      <section aria-label="Forms">{inspector}</section>
      {isWide ? (
        <section aria-label="YAML" className="workspace-yaml">
          {yaml.content()}
        </section>
      ) : null}
      {footer}
    </div>
  );
}
