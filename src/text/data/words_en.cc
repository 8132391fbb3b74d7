// Made by tools/narrator/words.py.
#include "text/data/words_en.h"

namespace sotto::text {

const std::string_view kEnglishWords =
    R"(
abandon abandoned abbreviate abbreviated abbreviation abbreviations ability able abolished abort aborted aborts about above abroad abrupt abruptly absence
absences absent absolute absolutely absorb absorbed absorbs abstract abstraction abstractions absurd abundant abuse abused accelerate accelerated acceleration
accelerometer accent accented accents accept acceptable acceptance accepted accepting accepts access accessed accesses accessibility accessible accessor
accident accidental accidentally accidents accommodate accompanied accompany accomplish accomplished accordance according accordingly accordion account
account's accountant accountant's accountants accounted accounting accounts accumulate accumulated accumulates accumulating accumulator accuracy accurate
accurately accuse accused aches achieve achieved achievement achievements achieves acid acids acknowledge acknowledged acknowledgement acknowledges acne
acoustic acoustics acquaint acquainted acquire acquired acquires acrobat acronym across act acting action actions activate activated activates activating
activation activations active actively activity actor actors actress acts actual actually actuator acute ad adapt adapted adapter adapters adapts add added
addicted adding addition additional additions address addressed addresses adds adequate adhere adjacency adjacent adjective adjust adjusted adjusting admin
administrator administrators admins admire admit admits admitted admittedly adopt adopted adopting ads adult adults advance advanced advantage advantages
adventure advertised advertisement advertisements advertises advertising advice advise advised adviser advisory advocate affair affairs affect affected
affecting affects affinity afford affordable afraid afresh after afternoon afternoons afterthought afterward afterwards again against age aged agency agenda
agent agents ages aggregate aggregation aggressive aggressively ago agree agreed agreeing agreement agrees ahead aid aim aiming aims air airbag airflow airline
airlines airplane airplanes airport airports aisle alarm alarmed alarming alarms albeit album albums alcohol alert alerted alerting alerts algorithm algorithms
alias aliases aliasing alien aliens align aligned aligner aligning alignment alike alive all allegedly allergens allergic allergies allergy alley alliance
allocate allocated allocates allocation allocations allocator allow allowed allowing allowlist allows almanac almonds almost alone along alongside aloud alpha
alphabet alphabetical alphabetically alphabets already also alt alter altered alternate alternative alternatively alternatives alters although altitude
altogether always am amateur amaze amazed amazing ambassador ambiguity ambiguous ambition ambitious ambulance amend amended amending among amortized amount
amounted amounts ampersand ample amplifies amused amusing an analog analysis analyst analytical analytics analyze analyzed analyzer analyzes analyzing ancestor
ancestors anchor anchors ancient and anew angel anger angle angles angry angular animal animals animated animation animations ankle anniversary annotate
annotated annotation annotations annotator announce announced announcement announces announcing annoy annoyed annoying annoys annual annually anonymized
anonymous anonymously another answer answered answering answers antenna anthem anti antibiotics anticipate anticipated antique antivirus ants anxiety anxious
any anybody anymore anyone anyone's anything anytime anyway anywhere apart apartment apartments apiece apologies apologize apologized apologizes apologizing
apology apostrophe apostrophes app apparent apparently appeal appear appearance appearances appeared appearing appears append appended appending appendix
appends appetite applauded apple apples appliance appliances applicable applicants application applied applies apply applying appointed appointment appointments
appreciate appreciated approach approached approaches approaching appropriate approval approvals approve approved approvers approves approving approximate
approximately apps apron apt aquarium arbitrary arch architect architects architecture architectures archive archived archives are area areas aren't arena
arguably argue argued argues arguing argument arguments arise arises arithmetic arm armchair armed armor arms army aroma around arrange arranged arrangement
array arrays arrested arrival arrivals arrive arrived arrives arriving arrow arrows art article articles artifact artifacts artificial artificially artist
artist's artists as ascending ash ashamed ashore aside ask asked asking asks asleep aspect aspirin assemble assembled assembling assembly assert assertion
assertions asserts assess assessed assessment asset assets assign assigned assignee assigning assignment assigns assist assistance assistant assisted assists
associate associated association assume assumed assumes assuming assumption assumptions assure assured asterisk asteroid astonishing astronaut astronauts
astronomer astronomers async asynchronous asynchronously at ate athlete athletes atlas atmosphere atom atomic atomically atoms attach attached attaches
attaching attachment attachments attack attacked attacker attacker's attackers attacks attempt attempted attempts attend attendance attendant attended attention
attentive attic attitude attorney attract attracted attractive attracts attribute attributed attributes attribution auction audible audibly audience audio audit
audited auditing auditor auditors audits augment augmentation augmented aunt aunt's aunts auth authenticate authenticated authentication authenticator author
author's authoritative authority authorization authorized authorizes authors auto autocomplete automate automated automates automatic automatically automating
automation autonomous autonomously autoplay autosave autoscaler autumn availability available avalanche avatar avatars avenue average averaged averages
averaging avocado avoid avoided avoiding avoids await awaited awaiting awaits awake award awarded awards aware awareness away awesome awful awk awkward axes
axis babies baby babysitter bachelor back backache backbone backdoor backed backend backends backfill backfilled backfired background backgrounds backhand
backing backlight backlog backoff backpack backport backported backpressure backpropagation backs backslash backslashes backtest backticks backtrace backtracks
backup backups backward backwards backyard bacon bacteria bad badge badges badly bag baggage bags bail bails bait bake baked baker bakery bakery's bakes baking
balance balanced balancer balancers balances balancing balcony ball balloon balloons ballot ballpark balls bamboo ban banana bananas band bandage bands
bandwidth bang bank bank's bankrupt banks banned banner banners bans bar barbecue barber barcode bare barely bargain bargained barista bark barked barking barks
barman barn barrel barrier bars base baseball based baseline basement bash basic basically basics basil basis basket basketball bastion batch batched batches
batching bath bathe bathing bathroom bathtub batteries battery battle baud bay be beach beaches beacon beam beams bean beans bear bearable beard bearing
bearings bears beast beat beaten beats beautiful beautifully beauty became because become becomes becoming bed bedroom beds bedsheet bedtime bee beef been beep
beeping beeps beer bees beetle before beforehand beg began begged begin beginner beginners beginning begins begun behalf behave behaved behaves behaving
behavior behaviors behaviour behind being beings belief believable believe believed believes believing bell bells belong belonged belongs beloved below belt
belts bench benchmark benchmarked benchmarking benchmarks bend bends beneath benefit benefited benefits bent berries beside besides best bet beta betrayed
better between beyond bias biased bibliography bicycle bicycles bid bidirectional bids big bigger biggest bike bikes bikeshed bill billboard billed billing
billion billions bills bin binaries binary bind binding bindings binds binoculars bins biography biology biometric bird birds birth birthday birthdays births
biscuit bisect bisected bisecting bit bite bites biting bitmap bitmask bitrate bits bitten bitter bitwise bizarre black blackberries blackboard blackout
blacksmith blade blame blamed blames blaming bland blank blanket blankets blanks blast blaze bleed bleeding blend blender blending blends blessing blew blind
blindly blinds blink blinking blinks blister blizzard bloat blob blobs block blocked blocker blockers blocking blocklist blocks blog blood bloom bloomed blooms
blossoms blouse blow blowing blown blows blowup blue blueberry blueprint blunt bluntly blur blurred blurry blurs blush blushed board boarded boarding boards
boast boat boats bodies body boil boiled boiler boilerplate boiling boils bold bolder bolted bolts bomb bond bone bones bonus booed book booked booking bookings
bookkeeper bookkeeping bookmark bookmarks books bookshelf bookshop bookstore bookstores bool boolean booleans boost boosted boosts boot booth bootloader boots
bootstrap border borders bore bored boredom bores boring born borrow borrowed borrower borrowing borrows boss bot both bother bothering bothers bots bottle
bottleneck bottlenecks bottles bottom bought bounce bounced bounces bound boundaries boundary bounded bounding bounds bow bowed bowl bowling bowls box boxer
boxes boy boys brace bracelet bracket brackets brain brainstorming brake brakes branch branched branches brand brave bravest breach bread breadcrumb breadth
break breakdown breaker breakfast breaking breakpoint breakpoints breaks breath breathe breathing breathtaking breeze brew brewing bribes brick bricked bride
bride's bridge bridges brief briefly bright brighten brighter brightest brightly brightness brilliant bring bringing brings brittle broad broadcast broadcasts
broader brochure broke broken broker broker's bronze broom broth brother brother's brothers brought brown brownout browser browser's browsers browsing bruise
bruises brush brushed brushes brushing brute bubble bubbles bubbling bucket buckets budget buffer buffered buffering buffers bug bugfix bugs build builder
builders building buildings builds built bulb bulbs bulk bulky bullet bullets bump bumped bumper bumping bunch bundle bundled bundler bundles burden burgers
buried burn burned burning burns burnt burst bursts bus buses bushes busier busiest business busy but butcher butter butterfly button buttons buy buyer buyers
buying buys buzzed buzzes by bypass bypassed bypasses byte bytecode bytes cabbage cabin cabinet cable cables cache cacheable cached caches caching cactus cafe
cafeteria caffeine cage cake cakes calcium calculate calculated calculates calculating calculation calculations calculator calculators calendar calendars calf
calibrate calibrated calibration call callback callbacks called callee caller caller's callers calligraphy calling calls calm calmed calmer calmly calms calorie
came camel camels camera camera's cameras camp campaign camped campfire camping campsite campus can can't canal canary cancel canceled canceling cancellation
cancellations cancelled canceller cancelling cancels cancer candidate candidates candle candles candy cane canned cannot canonical cans canvas cap capable
capacitor capacity capital capitalized capitals capped caps captain captain's captcha caption captions capture captured captures car car's caravan carbon card
cardboard cards care cared career careful carefully careless cares caret caretaker cargo carousel carp carpenter carpet carpets carriage carried carrier carries
carrot carrots carry carrying cars cart carton cartoon cartoons carts carved cascade cascades case cases cash cashier casino cast castle casts casual cat cat's
catalog catch catches catching categories category caters cathedral cats caught cause caused causes causing caution cautious cautiously cave caveat caveats
)"
    R"(
caves cavities cease ceased ceiling celebrate celebrated celebrates celebration cell cellar cellars cello cells cement cemetery censored cent center centered
centering centers centimeter centimeters centimetres central centralize centrally cents centuries century cereal ceremonies ceremony certain certainly certainty
certificate certificates certification cgroup chain chained chaining chains chair chairman chairs chalk challenge challenged challenges champagne champion
championship chance chances change changed changelog changelogs changer changes changing channel channels chaos chapel chapter chapters character
characterization characters charge charged charger chargers charges charging charity charm charming charset chart chart's charting charts chase chased chasing
chat chatbot chats chatted chatty cheap cheaper cheapest cheaply cheat cheater cheating cheats check checkbox checkboxes checked checker checkers checking
checklist checklists checkmark checkout checkouts checkpoint checkpoints checks checksum checksums cheek cheeks cheer cheered cheerful cheese chef chefs
chemical chemicals chemistry cherish cherries cherry chess chest chew chewed chewing chicken chickens chicks chief child child's childhood children children's
chilly chimney chin chip chipmunk chipped chips chlorophyll chmod chocolate choice choices choir choke choked chokes choose chooses choosing chopped choppy
chopsticks chore chose chosen chromosome chunk chunked chunks church church's cigarettes cinema cinema's cinnamon cipher ciphertext circle circled circles
circuit circular circumstances circumvent circumvents circus cite cites cities citizens city city's civil claim claimed claiming claims clamp clamped clamping
clap clapped clarification clarified clarify clarifying clarity clash clashes class classes classic classical classified classifier classifies classmate
classmates classpath clause clauses clay clean cleaned cleaner cleanest cleaning cleanly cleans cleanup cleanups clear clearance cleared clearer clearest
clearing clearly clears clerk clerks clever cleverly cleverness click clickable clicked clicking clicks client client's clients cliff cliffs climate climb
climbed climbers climbing climbs cling clinic clinic's clinics clip clipboard clipped clipping clips clock clocks clockwork clogged clogging clone cloned clones
cloning close closed closely closer closes closest closet closing closure closures cloth clothes clothesline cloud clouds cloudy clover clown club clubs clue
clues clumsy clung cluster clustering clusters clutter cm coach coaches coarse coarser coast coastal coat coats cobbler cockpit coconut code codebase codebases
codec codegen codemod codes coding coefficient coerced coerces coffee coffees cognitive coherent cohesion cohort coin coincide coincidence coincides coins cold
colder coldest colds collaborate collaborated collaborating collapse collapsed collapses collapsing collar collation colleague colleague's colleagues collect
collected collecting collection collectively collector collects college collide collided colliders collides collision collisions colon colons colony color
colorblind colored colorful colors colour colours column columns combed combination combinations combine combined combines combining combo combs come comedian
comedies comedy comes comet comfort comfortable comfortably comforting comic coming comma command commands commas commence comment commented commenting comments
commercial commercially commercials commission commit commitment commits committed committee committing common commonly communicate communication community
commute compact compaction companies companion company company's comparable comparatively comparator compare compared compares comparing comparison comparisons
compartment compass compatibility compatible compelled compelling compensate compensated compensation compete competent competes competing competition
competitive competitor competitors compilation compile compiled compiler compiler's compilers compiles compiling complain complained complaining complains
complaint complaints complement complements complete completed completely completeness completes completion complex complexity complicate complicated compliment
compliments comply component components compose composed composer composite composition compost compound compounds comprehend comprehension comprehensions
comprehensive compress compressed compresses compressing compression compressor comprises compromise compromised compromises computation compute computed
computer computers computes computing concatenate concatenated concatenates concatenation concealed conceals concede conceded conceivable conceive conceived
concentrate concentration concept concepts concern concerned concerns concert concerts concise conclude concluded concludes conclusion conclusions concrete
concurrency concurrent concurrently condense condensed condition conditional conditionals conditioner conditions conducted conductor conducts cones confectioner
conference confess confidence confident confidential confidently config configs configurable configuration configurations configure configured configuring
confined confirm confirmation confirmations confirmed confirming confirms conflict conflicting conflicts conform confront confronted confuse confused confuses
confusing confusion congestion congratulate conjunction connect connected connecting connection connections connector connects conquer conquered cons conscience
conscious consecutive consensus consent consequence consequences consequently conservative consider considerable considerably consideration considerations
considered considering considers consist consisted consistency consistent consistently consists console consolidated consolidating consonants const constant
constantly constants constitute constitution constrained constraint constraints construct constructed construction constructions constructive constructor
constructors consult consultant consulted consults consume consumed consumer consumers consumes consuming consumption contact contacted contacts contagious
contain contained container container's containers containing contains contaminated contemporary contended content contentful contention contents contest
context contexts contiguous continent continents contingency continual continuation continue continued continues continuing continuous continuously contour
contract contractor contractors contracts contractually contradict contradicted contradictory contradicts contrary contrast contribute contributed contributes
contributing contribution contributor contributors contrived control controlled controller controller's controllers controls convenience convenient conveniently
convention conventions converge converged converges conversation conversations conversion conversions convert converted converter converting converts convey
conveyor convince convinced convincing convolution convolutions cook cooked cooker cookie cookies cooking cooks cool cooled cooler cooling cools cooperate
cooperated cooperation coordinate coordinates coordinator cope copes copied copies coping copper copy copying copyleft copyright copyrighted coral cord core
cores cork corn corner corners coroutine coroutines corporate corpus correct corrected correcting correction corrections correctly correctness corrects
correlate correlated correlates correlation correspond corresponds corridor corrupt corrupted corruption corrupts cosine cosmetic cost costing costly costs
costume costumes cottage cotton couch cough coughed coughing coughs could couldn't council counselor count countdown counted counter counterexample counterpart
counters counting countries country countryside counts couple coupled couples coupling coupon coupons courage courier courier's course courses court courteous
courtesy courts cousin cousin's cousins cover coverage covered covering covers cow coworker cows cozy crab crack cracked crackle crackles cracks cradle craft
crafted cram crammed cramp crane crash crashed crashes crashing crate crates crawl crawled crawler crawlers crawls crayon crazy cream create created creates
creating creation creative credential credentials credit credited credits creep creeping creeps crept crew cried cries crime crippled crisis crisp crispy
criteria criterion critic critical critically criticism criticize criticized critics cron crontab crooked crop cropped cropping crops cross crossed crosses
crossfade crossing crossword crow crowd crowded crowds crown crucial crude cruel crumbs crunchy crushed crust cry crying cryptic crypto cryptography crystal
crystals cubes cucumber cucumbers culprit cultivate culture cultures cumbersome cumulative cup cupboard cups curb cure cured cures curiosity curious curl curls
curly currencies currency current currently curry cursor cursors curtain curtains curve curveball curved curves cushion cushions custom customary customer
customer's customers customize customized customs cut cute cutlery cutoff cuts cutting cycle cycles cyclic cycling cyclist cyclists cymbals cynical da dad
daemon daily dairy dam damage damaged damages damp dance danced dancer dancers dances dancing danger dangerous dangerously dangles dangling dare dared dares
dark darkened darkens darker darkest darkness dash dashboard dashboards dashes data database databases datacenter dataframe dataset datasheet date dated dates
datetimes dating daughter daughter's daughters dawn dawned day day's daylight days db dead deadline deadlines deadlock deadlocks deaf deal dealer dealers
dealing deallocated deals dealt dear dearer death deaths debate debated debating debit debounce debounced debouncing debt debts debug debugged debugger
debugging decade decades decay decays deceive deceived decent deceptive deceptively decibels decide decided decides deciding decimal decimals decision decisions
decisive deck declaration declarations declare declared declares decline declined declines decluttered decode decoded decoder decodes decoding decommissioned
decompose decomposed decompressed decompression decorate decorated decoration decorator decorators decouple decoupled decoupling decoy decrease decreased
decreases decreasing decrement decremented decrypt decrypted dedicated deduce deduced deducted deduplicated deep deeper deepest deeply deer default defaults
defeat defeated defeats defect defective defects defend defended defender defense defensive defer deferred deferring deficit define defined defines defining
definite definitely definition definitions degenerates degrade degraded degrades degree degrees delay delayed delaying delays delegate delegates delete deleted
deletes deleting deletion deletions deliberate deliberately delicate delicious delighted delimiter deliver delivered deliveries delivering delivers delivery
delta demand demanded demanding demands demo demolish demolished demonstrate demonstrated demonstrates demonstration demoted denial denials denied denies
denoiser denormalized dense denser density dent dentist dentist's deny depart department departments departs departure departures depend dependable depended
dependence dependencies dependency dependent depending depends depleted deploy deployed deploying deployment deployments deploys deposit depot deprecate
deprecated deprecation depressed depresses deprives depth deputy dequeue dereference derivative derive derived deriving descending descent describe described
describes describing description descriptions descriptive descriptor descriptors deserialize deserialized deserializer desert deserve deserves design designed
designer designer's designers designing designs desirable desire desired desk desks desktop desperate desperately despite dessert destination destroy destroyed
destroying destroys destructive destructor destructors destructuring detach detached detail detailed details detect detected detection detective detector
)"
    R"(
detects deteriorated deteriorates determine determined determines deterministic detour dev develop developed developer developer's developers developing
development deviate deviates deviation deviations device device's devices devil devil's devoted devtools diabetes diagnose diagnosed diagnoses diagnosis
diagnostics diagonal diagonals diagram diagrams dialect dialog dialogs dialogue diamond diary dice dictate dictates dictionaries dictionary did didn't die died
dies diet diff differ differed difference differences different differently differs difficult difficulty diffs dig digest digestible digging digit digital
digits dignity diligent dim dimension dimensions diminishes diminishing dimmed dims diner dining dinner dinosaur dinosaurs dioxide dip diploma dipped dips
direct directed direction directions directive directives directly director directories directory dirt dirty disable disabled disables disabling disadvantage
disadvantages disagree disagreed disagreement disagrees disappear disappeared disappears disappointed disappointing disappointment disassembled disaster discard
discarded discarding discards discipline disclose disclosed disconnect disconnected disconnects discontinued discount discounts discouraged discourages discover
discovered discovering discovers discovery discrepancy discrete discriminated discuss discussed discussing discussion discussions disease disgraceful disguise
disguised disgusting dish dishes dishonest dishwasher disk disks dislike disliked dislikes dislocated dismiss dismissed dispatch dispatched dispatcher
dispatches display displayed displaying displays disposable dispose disposed dispute disputes disqualified disregard disrupt disrupted dissolved dissolves
distance distances distant distinct distinction distinctly distinguish distinguishes distort distorted distortion distorts distract distracted distribute
distributed distribution district districts distrust disturb disturbance disturbed disturbing disturbs dithering div dive dived diverge diverged divers diverse
diverted divide divided divider divides dividing diving divisible division divisor divorced dizzy do doc dock docker docking docs docstring docstrings doctor
doctor's doctorate doctors document documentary documentation documented documenting documents dodge dodged does doesn't dog dogs doing doll dollar dollars
dolphins domain domains domestic dominate dominated dominates don't donate donated donation donations done donkey donor donors doomed door doorbell doorknob
doormat doors doorway dormant dose dot dotfile dotfiles dots dotted double doubled doubles doubling doubly doubt doubted doubtful doubts dough dove down
downcast downgrade downgraded downgrades downgrading download downloaded downloading downloads downs downsampled downside downstream downtime downtown downward
downwards dozed dozen dozens dpi draft drafted drafts drag draggable dragged dragging dragon drags drain drained draining drains drama dramatic dramatically
drank drastic drastically draw drawback drawbacks drawer drawers drawing drawings drawn draws dread dream dreamed dreaming dreams dress dressed dresses dressing
drew dried drier dries drift drifted drifting drifts drill drink drinking drinks drip dripping drips drive driven driver driver's drivers drives driving
drizzling drone drop dropdown dropout dropouts dropped dropping drops drought drove drown drowned drowning drowns drug drugs drummer drums drunk dry dryer
drying dual duck ducks due dug duke dull dumb dummies dummy dump dumped dumping dumplings dumps dunes duplex duplicate duplicated duplicates duplication durable
duration durations during dusk dust dusted dusty duty dwell dyed dying dynamic dynamically each eager eagerly eagle eagles ear earlier earliest early earn
earned earnest earns earphones earplugs earring ears earth earth's earthquake earthquakes ease easier easiest easily easing east easy eat eaten eating eats
ebook echo echoed echoes eclipse economic economy ecosystem edge edges edible edit editable edited editing edition editor editor's editors edits educated
educates education effect effective effectively effects efficiency efficient efficiently effort effortlessly efforts egg eggs egress eight eighteen eighth
eighties eighty either elaborate elapse elapsed elastic elbow elbows elderly eldest elect elected electing election elections electric electrician electricity
electronic electrons elegant elegantly element elementary elements elephant elephants elevated elevator elevator's elevators eleven eleventh eligible eliminate
eliminated eliminates elimination ellipsis eloquent else else's elsewhere email emails embark embarked embarrassed embarrassing embarrassment embassy embed
embedded embedding embeddings embraced emerged emergencies emergency emerges emigrated emit emits emitted emitter emitting emoji emotions emperor emphasis
emphasize employee employees employer employers employment employs empowers emptied empties empty emptying emulate emulated emulation emulator enable enabled
enables enabling encapsulated encapsulates enclosed encode encoded encoder encoding encodings encounter encountered encourage encouraged encourages encouraging
encrypt encrypted encrypting encryption encrypts encyclopedia end endanger endangered ended endian endianness ending endings endless endlessly endorse endorsed
endpoint endpoints ends endure endured enemies enemy energy enforce enforced enforces engaged engagement engages engine engineer engineered engineering
engineers engines engraved enhance enhanced enhances enjoy enjoyed enjoys enlarge enlarged enormous enough enqueued enqueues enrich enrolled ensure ensures
entail enter entered entering enterprise enters entertain entertained entertainment enthusiasm enthusiastic entire entirely entities entitled entitlements
entity entrance entrances entrepreneur entries entropy entry entrypoint enum enumerate enumerated enumeration enums envelope envelopes environment environments
envy enzyme ephemeral episode episodes epoch epochs equal equality equally equals equation equator equipment equipped equivalent era erase erased eraser erases
erasing erasure erode eroding err error errors erupted escalate escalated escalates escalation escalator escape escaped escapes escaping especially essay essays
essence essential essentially essentials establish established establishment estate estimate estimated estimates eternal eternity ethical euro euros evacuate
evacuated evacuees evades evaluate evaluated evaluates evaluating evaluation evaporate evaporated evaporates even evening evenings evenly evens event eventful
events eventual eventually ever every everybody everybody's everyday everyone everyone's everything everywhere evict evicted eviction evictions evicts evidence
evident evidently evil evils evolution evolve evolved evolves exact exactly exaggerate exaggerated exaggerates exaggerating exam examine examined examiner
example examples exams exceed exceeded exceeds excellent excels except exception exceptionally exceptions excerpt excess excessive exchange exchanged excited
excitement exciting exclamation exclude excluded excludes excluding exclusion exclusive exclusively excuse excuses executable executables execute executed
executes execution executor exempt exempted exercise exercised exercises exhaust exhausted exhaustive exhausts exhibition exhibits exist existed existence
existing exists exit exited exits exotic expand expanded expanding expands expansion expect expectation expectations expected expecting expects expelled expense
expenses expensive experience experienced experiment experimental experimenting experiments expert experts expiration expire expired expires expiring expiry
explain explained explaining explains explanation explanations explicit explicitly explode exploded explodes exploding exploit exploited exploits exploratory
explore explored explorer explorers explores exploring explosion exponent exponential exponentially export exported exporter exporters exporting exports expose
exposed exposes exposing exposure exposures express expressed expressing expression expressions extend extended extends extension extensions extensive
extensively extent external externally extinct extra extract extracted extracting extraction extracts extraordinary extras extreme extremely extremes eye
eyebrow eyelids eyes eyesight fabric fabricate facade face faced faces facilitate facilitates facilities facility facing fact factor factored factories factors
factory facts fade faded fades fail failed failing failover fails failure failures faint fainted fair fairer fairly fairness faith faithful faithfully fake fall
fallback fallen falling falls false falsely fame familiar families family famine famous fan fancy fans far fare fares farewell farm farm's farmer farmer's
farmers farmhouse farms farther fascinate fascinating fashion fast fasten faster fastest fat fatal fate father father's fatigue faucet fault faults faulty
favicon favor favorite favors favourite fax fear feared fears feasibility feasible feast feat feathers feature features fed federation fee feed feedback feeder
feeding feeds feel feeling feelings feels fees feet fell fellow felt fence fencing ferry festival fetch fetched fetches fetching feuding fever few fewer fewest
ffmpeg fiber fibers fiction field fields fierce fifteen fifteenth fifth fiftieth fifty fight fighting fights figure figured figures filament file filed files
filesystem fill filled filling fills film filmed filming films filter filtered filtering filters final finalize finalized finalizer finally finals finance
financial find finding findings finds fine fined finely finger fingernails fingerprint fingerprints fingers finish finished finishes finishing finite fire fired
firefighter firefighters fireplace fires firewall firewalls fireworks firing firm firmly firmware first fiscal fish fisherman fishermen fishing fishy fit fited
fitness fits fitted fitting five fix fixable fixation fixed fixes fixing fixture fixtures fixup fixups fjords flag flagged flags flakiness flaky flame
flamegraph flapping flash flashed flashes flashing flashlight flashy flat flatmate flats flatten flattened flattening flattens flatter flattered flatters flavor
flaw flawless flaws flea fled flee fleet flesh flew flex flexbox flexibility flexible flicker flickered flickering flickers flies flight flights flip flipped
flipping flips float floated floating floats flock flood flooded floods floor floors floppy florist flour flow flowchart flower flowerpot flowers flowing flown
flows flu fluctuates fluent fluently fluffy fluids flush flushed flushes flushing flute fly flyers flying foam focus focused focusing fog foggy foil fold folded
folder folders folding folds folk follow followed following follows fond font fonts food fooled fooling foot football footer footgun footnote footnotes
footprint footprints footsteps for forbade forbid forbidden forbids force forced forces forcing forecast foreground forehead foreign foremost foresee foreseen
forest forests forever forgave forge forged forget forgetful forgets forgetting forgive forgived forgiven forgives forgiving forgot forgotten fork forked forks
form formal formally format formats formatted formatter formatting formed former formerly forms formula formulas forth forthcoming fortnight fortunate
fortunately fortune forty forum forward forwarded forwarding forwards fossils fosters fought found foundation founded founder fountain fountains four fourteen
fourteenth fourth fox foxes fps fraction fractions fracture fragile fragment fragmentation fragmented fragments frame frames framework frameworks framing frank
fraud freak free freed freedom freeing freely frees freeze freezer freezes freezing freight frequencies frequency frequent frequently fresh fresher freshly
freshness friction fridge fried friend friend's friendlier friendliest friendly friends friendship frightened frightens frisbee frog frogs from front frontend
)"
    R"(
frontmatter frost frowned froze frozen fruit fruits frustrated frustrating frustration fry frying fsync fuel fulfill fulfilled fulfills full fullscreen fully
fumes fun function function's functional functioning functions fund fundamental funded funding funds funeral funnel funny fur furigana furious furnished
furniture further fuse fuses fuss futile future futures fuzz fuzzer fuzzing fuzzy gadget gadgets gain gained gains galaxy gallery gallon gamble game gamepad
games gap gaps garage garbage garbled garden gardener gardening gardens garlic gas gases gasoline gate gateway gateway's gateways gather gathered gathering
gathers gauge gave gazed gear gearing gem gene general generalize generally generate generated generates generating generation generations generator generators
generic generosity generous generously genes genius gentle gentlemen gentler gently genuine genuinely geocoder geometries germs gesture gestures get gets getter
getting ghost ghosts giant gibberish gift gifts gigabit gigabyte gigabytes gigaflops gigantic ginger girl gist git give given gives giving glacier glad gladly
glance glanced glare glass glasses glides glimpse glitch glob global globally globals globe gloomy glossary glove gloves glow glowed glows glue glued glues
gluing glyph glyphs go goal goalkeeper goals goat goats god goes going gold golden goldfish golf gone good goodbye goods goose goroutine goroutines gossip got
goto gotten govern government governs grab grabbed grabs grace graceful gracefully grade grades gradient gradients gradual gradually graduated graduation grain
grains gram grammar grams grand grandchildren grandfather grandfather's grandma grandmother grandmother's grandmothers grandparents grandson grant granted
grants granular grapes graph graphical graphics graphs grasp grasped grass grated grateful gratitude grave graves gravity gray grayed grays grayscale grazing
great greater greatest greatly greedy green greenfield greenhouse greet greeted greeting greets grep grepped grepping grew grey greyed grid grief grilled grim
grind grinned grip gripper grocer groceries grocery groom gross ground grounded grounds group grouped grouping groups grow growing growls grown grows growth
guarantee guaranteed guarantees guard guarded guarding guards guess guessed guesses guessing guesswork guest guest's guestbook guests guidance guide guidebook
guided guideline guidelines guides guilt guilty guitar guitarist gulp gums gun gut gym gym's gzip habit habits hack hackathon hacked had hadn't hail hair
haircut hairdresser hairs hairstyle half halfway hall hallucinated hallucinates hallway halt halted halts halve halved halves ham hamburger hammer hammered
hammering hammers hamster hand hand's handbag handbook handed handful handing handkerchief handle handled handler handlers handles handling handover handrail
hands handshake handwriting handwritten handy hang hanger hanging hangs happen happened happening happens happier happily happiness happy haptic harbor hard
hardcoded hardened hardening hardens harder hardest hardly hardware hare harm harmful harming harmless harmony harness harsh harvest has hash hashed hasher
hashes hashing hashmap hasn't hassle haste hastily hasty hat hatched hate hated hates hats haunt haunted have haven't having hay haystack hazard he he'd he'll
he's head headache headaches headed header headers heading headings headless headlight headline headlines headphones headquarters headroom heads headset
headsets heal healed healing heals health healthier healthy heap hear heard hearing hears heart heartbeat heartbeats hearts heat heated heater heaters heating
heatmap heats heavier heaviest heavily heavy hectares hectic hedge hedgehog heel height heights heir held helicopter hello helm helmet help helped helper
helpers helpful helping helpless helps hemisphere hen hence hens her herd here here's heritage hero heroine herring hers herself hertz hesitate hesitated
hesitation heuristic hex hexadecimal hiccup hiccups hid hidden hide hides hiding hierarchy high higher highest highlight highlighted highlighter highlighting
highlights highly highway hijacked hike hiked hiker hikers hiking hilarious hill hills him himself hinders hindsight hinge hint hinted hints hip hire hired
hiring his hiss hissed histogram histograms historians historical histories history hit hitch hits hitting hive hobby hoisted hoisting hold holder holding holds
hole holes holiday holidays hollow home homemade homepage homes homesick hometown homework honest honestly honesty honey honeymoon honor honored honorific
honors hood hook hooked hooking hooks hoops hop hope hoped hopeful hopeless hopes hoping hopped hops horizon horizontal horizontally horn horrible horror horse
horse's horses hose hoses hospital hospital's hospitals host hosted hostel hostile hosting hostname hosts hot hotel hotel's hotels hotfix hotkey hotline hotter
hottest hour hour's hourly hours house household housekeeping houseplants houses housewarming housing hover hovered hovering how however hub huge hugely hugged
hugging hum human humans humble humid humidity hummed humor hums hunch hundred hundreds hundredth hung hunger hungry hunk hunks hunt hunter hunters hunting
hurdle hurricane hurried hurry hurt hurting hurts husband hut huts hybrid hydrant hydrated hydration hydrogen hygiene hype hyperlink hyperparameter
hyperparameters hypervisor hyphen hyphens hypothesis hypothetical hysteresis ice iceberg icon icons icy idea ideal ideally ideas idempotency idempotent
identical identically identification identified identifier identifiers identifies identify identity idiomatic idle idling ids if iframe ifs ignorant ignore
ignored ignores ignoring ill illegal illness illusion illustrate illustrates image images imaginary imagination imagine imagined imbalance imitate imitates
imitation immediate immediately immense immigrants immune immutable impact impatience impatient imperfect impersonate implement implementation implementations
implemented implementing implements implications implicit implicitly implies imply implying import importance important importantly imported importer importing
imports imposed imposes impossible impractical impress impressed impression impressions impressive improve improved improvement improvements improves improving
improvised impulse in inaccurate inactive inactivity inadequate inbox incentive inch inches incident incidents inclined include included includes including
inclusive income incoming incompatible incomplete inconsistency inconsistent inconvenience inconvenient incorporated incorrect incorrectly increase increased
increases increasing increasingly incredible incredibly increment incremental incrementally incremented incurs indeed indefinitely indent indentation indented
indents independence independent independently index indexed indexer indexes indexing indicate indicated indicates indication indicator indices indifferent
indirect indirectly indispensable individual individually indoors industrial industry inevitable inevitably infants infected infection infer inference inferior
inferred infers infinite infinity inflate inflated inflates influence influenced influences info inform informally information informed informing informs
infrastructure ingenious ingests ingredient ingredients ingress inhabitants inhabited inhabits inherent inherently inherit inheritance inherited inherits
inhibits init initial initialization initialize initialized initializer initializers initially initials initiates initiative inject injected injecting injection
injects injured injuries injury ink inline inlined inlines inlining inn inner innermost inning innocent innovate inode inodes input inputs inquire inquiry ins
insane insect insects insecure insensitive insert inserted inserting insertion insertions inserts inside insiders insights insist insisted insists insomnia
inspect inspected inspecting inspection inspector inspects inspired instability install installation installations installed installer installing installments
installs instance instances instant instantiated instantiates instantiations instantly instead instinct instinctively instructed instruction instructions
instructor instructs instrument instrumented instruments insufficient insult insurance insured int intact integer integers integral integrated integration
integrations integrator integrity intelligence intelligent intend intended intense intent intention intentional intentionally interact interaction interactive
interceptor intercepts interchangeable interest interested interesting interface interfaces interfere interference interferes interfering interim intermediate
intermittent intern intern's internal internally internals international internet internship interpolated interpolates interpolation interpret interpretation
interpreted interpreter interprets interrupt interrupted interrupting interruption interruptions interrupts intersect intersection interval intervals intervene
interview interviewed interviews into intricate intrigued intro introduce introduced introduces introducing introduction intruder intrusion intrusive intuition
intuitive invalid invalidate invalidated invalidates invalidation invaluable invariant invariants invasive invent invented inventing invention inventions
inventor inventory invents inverse inversion inverted inverter inverts invest invested investigate investigated investigating investigation investigations
investing investment investor investors invisible invitation invitations invite invited invites inviting invocation invoice invoices invoke invoked invokes
involve involved involves iron ironed ironic ironing irony irregular irrelevant irreversible irrigation irritates irritating is island islands isn't isolate
isolated isolating isolation issue issued issues it it'd it'll it's italic itch itches itching item items iterate iterated iterating iteration iterations
iterator its itself ivy jacket jagged jail jam jammed jams jar jargon jars jasmine jaw jazz jealous jeans jellyfish jerky jest jet jewel jewelry jitter jitters
job jobs jog jogged jogging join joined joining joins joint joke jokes joking jot jotted journal journalist journey joy joystick jq judge judged judges judging
judgment judo jug juggle juggling juice jumble jump jumped jumping jumps junction jungle junior junk jury just justice justified justifies justify kanban kanji
katakana kbps keen keep keepalive keeper keeping keeps kept kernel kernel's kernels kettle key keyboard keyboards keybord keychain keyed keyframe keyframes keys
keystroke keystrokes keyword keywords kg kick kicked kicking kicks kid kidding kidnapped kidneys kids kill killed killer killing kills kilo kilobits kilobyte
kilobytes kilogram kilograms kilohertz kilometer kilometers kilometres kilos kilowatt kimono kind kinder kindergarten kindly kindness kinds king king's kingdom
kiosk kiosks kissed kitchen kitchens kite kites kitten kittens km knee knees knelt knew knife knight knit knits knitted knitting knives knob knock knocked
knocking knocks knot knots know knowing knowledge known knows knuckles kubectl lab lab's label labeled labeling labelled labels labor laboratory lack lacked
lacks ladder ladders lady lag lagged lagging lags laid lake lakes lambda lambdas lamp lamps land landed landing landlady landlord landmark lands landscape
landscapes landslide lane lanes language languages lanterns lap lapdog laptop laptop's laptops large largely larger largest laser last lasted lasting lasts late
lately latency latent later latest latitude latter laugh laughed laughing laughs laughter launch launched launches launching laundry law lawn laws lawyer
lawyer's lawyers lay layer layering layers layout layouts lays lazily lazy lead leader leaderboard leaders leadership leading leads leaf league leak leaked
leaking leaks leaky lean leaned leaning leans leap leaped leaps learn learned learning learns lease leased leases leash least leather leave leaves leaving
)"
    R"(
lecture lectures led ledge ledger left leftover leftovers leftpad leg legacy legal legally legend legible legitimate legs leisure leisurely lemon lemonade
lemons lend lending lends length lengthened lengths lenient lens lenses lent less lesser lesson lessons lest let let's lets letter letters letting lettuce level
leveled levels lever leverage lexer liable lib liberty librarian libraries library library's licence license licensed licenses licked lid lidar lie lied lies
life lifecycle lifeguard lifeguards lifespan lifetime lifetimes lift lifted lifting lifts light lightens lighter lightest lighthouse lighting lightly lightning
lights lightweight like liked likelihood likely likes likewise limbo limit limitation limitations limited limiter limiting limits line lineage linear linearly
lined lines linger lingers lining link linked linker linking links lint linted linter lion lions lip lips liquid list listed listen listened listener listeners
listening listens listing listings lists lit liter literal literally literals literature liters litmus litter littered little live lived livelier livelock
lively liveness lives living lizard load loaded loader loaders loading loads loan loaves lobby lobster local locale localhost localization localize localized
locally locals locate located location locator lock locked locker lockfile locking locks locksmith lockstep lodash log logarithm logarithmic logged logger
loggers logging logic logical logically login logins logits logo logos logout logouts logs lone lonely long longer longest longitude look lookahead lookbehind
looked looking lookout looks lookup lookups loop loopback looped looping loops loose loosely loosen loosened lose loser loses losing loss losses lossless lost
lot lotion lots lottery loud louder loudest loudly loudness loudspeaker love loved lovely loves low lower lowercase lowercases lowered lowering lowers lowest
loyal loyalty luck luckily lucky luggage lullaby lump lumps lunch lunchtime lungs lures luxury lying lyrics machine machine's machinery machines macro macros
mad made magazine magazines magic magical magically magician magnet magnified magnifies magnitude maid maiden mail mailbox mailed mailer mailing mailman mails
main mainframe mainland mainly mainstream maintain maintainability maintained maintainer maintainers maintaining maintains maintenance major majoring majority
make makefile maker makers makes making male malformed malfunction malfunctioned malicious mall malloc malware mammals mammoth man manage manageable managed
management manager manager's managers manages managing mandate mandatory maneuver mangles mangling maniac manifest manifests manipulate manipulated manipulates
manner manners mansion manual manually manuals manufactured manufacturer manufactures many map mapped mapper mapping mappings maps marathon marbles marched
margarine margin marginal marginally margins mark marked marker markers market marketing markets marking marks markup marriage marriages married marry
marshmallows mask masked masking masks mass massage massive massively master mat match matched matcher matches matching material materialized materials
maternity math mathematical mathematician mathematics matrix matter mattered matters mattress mature matured maturity max maxed maximize maximized maximum may
maybe mayor me meadow meal meals mean meaning meaningful meaningless meanings means meant meantime meanwhile measles measurable measure measured measurement
measurements measures measuring meat mechanic mechanical mechanically mechanism medal meddle media median mediated medical medicine medicines mediocre medium
meet meeting meetings meets megabits megabyte megabytes megahertz megapixels melody melon melt melted melting melts member members membership memcpy memo
memoization memoized memoizing memorable memories memorize memorized memorizes memorizing memory memos men mend mended mental mention mentioned mentioning
mentions mentor menu menus merchant mere merely merge merged merger merges merging merit merits mesh meshes mess message messages messed messes messing messy
met meta metadata metal metallic metaphor meteor meter meters method methods metre metres metric metrics metronome mg mice microamps microbenchmark
microcontroller microphone microphones microscope microseconds microservice microservices microwave mid midday middle middleware midnight midway might migraine
migrate migrated migrating migration migrations mild milder mile mileage miles milestone milk milking mill millennium miller milliamps milligrams milliliters
millimeters millimetres million millions millionth millisecond milliseconds mimics min mind mindful minds mine minerals miniature minified minifier minimal
minimize minimized minimum minister ministry ministry's minor minority minus minute minutes miracle miracles mirror mirrored mirrors misaligned misbehave
misbehaves miscellaneous miscompiles misconception misconfigured miserable misinterpreted misjudged mislabelled mislead misleading misled mismatch mismatches
miso misplaced misprint mispronounces misread miss missed misses missing mission misspelled mist mistake mistaken mistakenly mistakes mistook mistyped
misunderstanding misunderstandings misunderstood misuse misused mitigate mitigated mitigates mitigations mix mixed mixer mixes mixin mixing mixins mixture ml
moat mob mobile mock mocked mocking mocks mockup modal mode model model's modeled modelled models modem moderate moderately moderator moderators modern
modernized modernizing modes modest modification modified modifier modifies modify modifying modular module modules modulo moist moisture mold moldy molecule
molecules mom moment momentary moments momentum monads money monitor monitored monitoring monitors monkey monkeys monks mono monolith monolithic monorepo
monotonic monotonous monster month month's monthly months monument mood moody moon moons mopped moral more moreover morning mornings morphological mosquito
mosquitoes moss most mostly mother mother's motherboard mothers moths motion motivated motivation motive motor motorcycle motors motorway mount mountain
mountains mounted mounting mounts mouse mouth move moved movement movements moves movie movies moving mow mowed mower mows ms much mud muddy mug multi multicast
multipart multiplayer multiple multiplexers multiplication multiplications multiplied multiplier multiplies multiply multitude mundane murmured muscle muscles
museum museum's museums mushroom mushrooms music musical musician musicians must mustard mustn't mutable mutate mutated mutates mutation mutations mute muted
mutes mutex mutexes mutual mutually my mypy myself mysterious mysteriously mystery myth nail nailed nails naive naively naked name named namely names namespace
namespaces naming nanny nanoseconds nap napkin napkins naps narrates narrator narrow narrowed narrower narrowest narrowing narrowly narrows nastier nastiest
nasty nation national nations native natural naturally nature navbar navigate navigation navy near nearby nearer nearest nearly neat neatly necessarily
necessary necessity neck necklace necks need needed needle needless needlessly needn't needs negate negated negation negations negative negatives neglect
neglected negligible negotiate negotiated negotiates negotiating negotiation negotiations neighbor neighbor's neighborhood neighboring neighbors neighbour
neighbouring neighbours neither nephew nerves nervous nest nested nesting nests net network networking networks neural neutral neutrons never nevertheless new
newcomer newcomers newer newest newline newlines newly news newsletter newsletters newspaper newspapers next nginx nice nicely nicer nickname nicknames niece
night night's nightly nightmare nights nine nineteen nineties ninety ninth nit nitpick no noble nobody nobody's nod nodded node node's nodes nofollow noise
noises noisier noisiest noisy nominal nominated non nonblocking nonce none nonetheless nonfunctional nonsense noodles noon nor norm normal normalization
normalize normalized normalizer normalizing normally norms north northern nose not notable notably notation notch note notebook notebooks noted notepad notes
nothing notice noticeable noticeably noticed notices noticing notification notifications notified notifies notify notifying noting notion notorious noun nouns
novel novelist novels novelty now nowadays nowhere npm nuance nucleus nudge nudged nudges nuisance null nullable nulls numb number numbered numbering numbers
numerals numeric numerical numerous numpy nurse nurse's nursery nurses nursing nut nutrition nuts nutshell o'clock oak oatmeal oats obey obeys obfuscated object
objected objection objections objective objects obligation obliged obscure obscures observability observation observe observed observer observers observes
observing obsessed obsolete obstacle obstacles obtain obtained obvious obviously occasion occasional occasionally occasions occlusion occupied occupies occupy
occur occurred occurrence occurrences occurs ocean octal octave octopus odd oddities oddly odds odometry of off offend offended offending offense offer offered
offering offers offhand office officer officers offices official officially offline offload offloaded offloading offset offsets offside often oil oils ointment
okay old older oldest olive omissions omit omitted omitting on onboarding once one one's ones ongoing onion onions online only onto onward opacity opaque open
opened opener opening opens opera operand operands operate operated operating operation operations operator operators opinion opinions opponent opponents
opportunity opposed opposite opposition ops opt opted optical optimal optimistic optimization optimizations optimize optimized optimizer optimizes optimizing
optimum option optional options or oral orange oranges orbit orbits orchard orchestra orchestra's orchestrator ordeal order ordered ordering orderly orders
ordinary organ organization organize organized organizer organizer's organizers organizes organizing orientation orientations oriented origin original
originally originals originate originated originates orphaned orphans orthogonal oscillate oscillates oscillation oscilloscope other other's others otherwise
ought ounces our ours ourselves out outage outages outbound outbox outbreak outcome outdated outdoor outdoors outer outermost outfit outgoing outgrew outgrow
outgrown outlet outlier outliers outline outlined outlines outlive outlived outlives outlook outnumber outperform outperformed outperforms output outputs
outright outs outside outsiders outskirts outsource outstanding outward outweigh outweighed outweighs oval oven over overall overbooked overcame overcast
overcharged overcome overdid overdo overdue overestimated overestimates overfit overfits overfitted overfitting overflow overflowed overflowing overflows
overhaul overhauled overhead overheard overheat overheats overkill overlap overlapped overlapping overlaps overlay overlays overload overloaded overloading
overloads overlook overlooked overlooks overly overnight overridden override overrides overriding overripe overrode overrun overseas oversees overshoot
overshoots oversight oversized overslept overtake overthinking overtime overtook overturned overused overview overwhelmed overworked overwrite overwrites
overwriting overwritten overwrote owe owed owes owl own owned owner owner's owners ownership owns oxygen oysters pace pack package packaged packager packages
packaging packed packers packet packets packing packs pad padded padding padlock pads page page's paged pager pages paginate pagination paging paid pain painful
painfully painkiller painless paint painted painter painting paintings paints pair paired pairing pairs pajamas palace pale palette pallet palm palms pan
pancake pancakes panda pandas pane panel panels panes panic panicked panics panorama pans pantry pants paper papers par parachute parade paradigm paradox
)"
    R"(
paradoxical paragraph paragraphs parallel parallelism parallelized parameter parameterized parameters paranoid parcel parcels pardon pared parent parent's
parental parentheses parenthesis parents parity park parked parking parks parliament parrot parse parsed parser parsers parses parsing parsley part partial
partially participants participate participated particle particles particular particularly parties partition partitioned partitions partly partner partner's
partners parts party party's pass passage passages passed passenger passengers passes passing passion passive passively passkey passphrase passport passports
password passwords past pasta paste pasted pasting patch patched patches patching patented path pathfinding paths patience patient patient's patiently patients
pattern patterns pause paused pauses pausing paved pavement paw pawns pay paying payload payloads payment payments payout payroll pays peace peaceful peach
peaches peak peaked peaks peanuts pear pearl pearls pears peas peasants pebbles peculiar pedal pedestrians peek peeked peel peeled peeling peer peers peeve pen
penalties penalty pencil pencils pending pendulum penetrated penetration penguins penicillin peninsula penny pens pension pensions people people's pepper
peppers per perceive perceived percent percentage percentages percentile percentiles perception perf perfect perfectly perform performance performed performs
perfume perhaps period periodic periodically periods peripheral peripherals permalink permanent permanently permission permissions permissive permit permits
permitted permitting permutation perplexed persist persisted persistence persistent persists person person's personal personalities personality personally
personnel persons perspective persuade persuaded pertains pessimistic pet petition pets petted petty phantom pharmacist pharmacy phase phased phases phasing
phenomenon philosophy phishing phone phone's phoned phoneme phones photo photo's photograph photographed photographer photographers photographs photography
photos phrase phrases physical physically physics pianist piano pick picked picker pickiest picking pickle pickles picks pickup picky picnic picture pictures
pie piece pieces pier pigeons piggyback pigs pile piled piling pill pillars pillow pillows pills pilot pilots pin pinch pine pineapple ping pinged pinging pings
pink pinned pinning pinpoint pinpoints pins pioneer pip pipe piped pipefail pipeline pipelines pipes piping pirates pitch pitcher pitfall pitfalls pity pivot
pivoted pixel pixels pizza pizzas place placed placeholder placeholders places plagiarism plague plagued plain plainer plainly plaintext plan plane plane's
planes planet planets planned planner planning plans plant planted planting plants plaster plastic plate plateau plates platform platform's platforms plausible
play playback playbook played player player's players playground playing playlist playlists plays pleaded pleasant please pleased pleasure pledge plenty pliers
plot plots plotted plotting plowed plug plugged plugin plugins plugs plumber plumbing plunge plunged plural plurals plus pnpm pocket pockets pod podcast
podcasts pods poem poems poet poetry point pointed pointer pointers pointing pointless points poison poisoned poisoning poisonous poke poked pole poles police
policeman policies policy polish polished polishing polite politely political politician politicians politics poll polled pollen polling polls pollute polluted
polluting pollution polyfill polyfills polygon polygons polymorphism polyphase pond pondering pool pooler pooling pools poor poorly pop popped popping pops
popular populate populated population popup popups porch port portable portal portals ported porting portion portions portrait portrays ports pose posed poses
position positional positions positive positives possesses possessions possibilities possibility possible possibly post postal postcard postcards postcode
posted poster postman postmortem postpone postponed postpones postponing posts posture pot potato potatoes potential potentially pottery pouch pound pounding
pounds pour poured pouring pours poverty powder power powered powerful powers practical practically practice practiced practices practicing pragmatic praise
praised praises pray pre preach preallocated prebuilt precaution precede preceded precedence precious precise precisely precision precluded precompiled
precompute precomputed precomputing preconditions predecessor predetermined predicate predict predictable predicted prediction predictions predicts preempt
prefab prefer preferable preferably preference preferences preferred preferring prefers prefetch prefetches prefetching prefix prefixed prefixes preflight
pregnant preliminary preload preloaded preloading premature premise premium preparation preparations prepare prepared preparing prepended prepends preprocessed
preprocessing preprocessor prerelease prerequisite prescribed prescription presence present presentation presented presents preserve preserved preserves preset
president press pressed presses pressing pressure presumably presume pretend pretended pretends pretrained prettier pretty prevail prevalent prevent prevented
preventing prevention prevents preview previewed previews previous previously price priced prices pricing pride priest primarily primary prime primitive prince
princess principal principle print printable printed printer printers printf printing printout prints prior priorities prioritize prioritized priority prison
prisoner privacy private privilege privileges prize prizes proactively probabilities probability probable probably probe probed probes problem problems
procedure procedures proceed proceeding process processed processes processing processor processors produce produced producer producers produces producing
product production productive products profession professional professor proficient profile profiled profiler profiles profiling profit profits profound program
programmatically programmed programmer programmers programming programs progress progressively prohibited prohibits project project's projection projector
projectors projects prolong prominent prominently promise promised promises promising promoted promoting promotion prompt prompted promptly prompts prone
pronoun pronounce pronounces pronunciation proof proofread proofreading proofs prop propagate propagated proper properly properties property proportion
proportional proposal propose proposed proposing props proration pros prose protect protected protecting protection protects protein protest protested protests
protobuf protocol protocols protons prototype prototyped prototypes proud prove proved proven proves provide provided provider provider's providers provides
province proving provision provisional provisioned provisioning provisions provoke proxied proxies proximity proxy proxy's prune pruned pruning pseudocode
psychology public publicly publish published publisher publishes publishing pudding puddle puff pull pulled pulling pulls pulse pulses pump pumpkin pumps
punched punctual punctuation punish punished punishment pupil pupils puppet puppy purchase purchases pure purely purge purged purifies purple purpose purposes
purse pursue pursued push pushed pushes pushing put puts putting puzzle puzzled puzzles puzzling px pyramid pyramids pytest quadratic quadratically quadrupled
qualified qualifier qualify qualities quality quantified quantifier quantify quantities quantity quantization quantize quantized quarantine quarrel quarreled
quarreling quarter quarterback quarters quaternion queen queried queries query querying question questionable questioned questioning questions queue queued
queues queuing quick quicker quickest quickly quiet quieter quietest quietly quilt quilts quirk quirks quit quite quits quitting quiz quorum quota quotation
quote quoted quotes quoting rabbit rabbits race raced races rack radar radians radiator radical radio radios radius raft rag rage raid rail railing railway rain
rainbow rained rainforest raining rains rainy raise raised raises raising rallied ramble ramp ramps ran random randomized randomly randomness rang range ranges
rank ranked ranking ranks rapid rapidly rare rarely rarer rash rate rated raters rates rather rating ratings ratio rational rationale raw ray rays razor re
reach reachable reached reaches reaching react reacted reacting reaction reactions reactivate reacts read readability readable reader readers readily readiness
reading readings readonly reads ready real realigned realistic reality realize realized reallocated reallocates really realtime reappear reappears rear
rearrange rearranged reason reasonable reasonably reasoned reasoning reasons reassembled reassigned reassured reassuring rebalance rebalanced rebase rebased
rebasing rebelled reboot rebooted rebooting reboots rebuild rebuilding rebuilds rebuilt recalculate recalculated recalculates recall recalled recap receipt
receipts receive received receiver receives receiving recent recently reception receptionist recession recheck recipe recipes recipient recipient's recipients
reckon reclaimed reclaims recognition recognitions recognize recognized recognizer recognizes recognizing recommend recommendation recommendations recommended
recommender recommending recommends recompile recompiled recompiles recomposes recompute recomputed recomputes recomputing reconcile reconciled reconciles
reconfigured reconfigures reconnect reconnected reconnecting reconnects reconsider reconstructed record recorded recorder recording recordings records
recounting recover recovered recovering recovers recovery recreate recreated recreates recruit recruiting rectangle recurred recurrent recurring recurs
recursion recursive recursively recycle recycled recycling red redacted redecorating redefine redefined redeploy redeployed redesign redesigned redesigning
redesigns redirect redirected redirecting redirects redis redo redoing redone redraw redrawing redrawn redraws redrew reds reduce reduced reducer reduces
reducing reduction redundant reef reefs reel reentrant ref refactor refactored refactoring refer referee referees reference referenced references referent
referred referring refers refill refilled refills refine refined reflash reflect reflected reflection reflects reflex reflog reform reformat reformatted
reformed refrain refresh refreshed refreshes refreshing refrigerator refrigerators refugees refund refunded refunding refunds refusal refuse refused refuses
refusing regain regained regains regard regarded regardless regards regenerate regenerated regenerates regenerating regex regime region regions register
registered registering registers registration registries registry regressed regression regressions regret regrets regretted regular regularly regulated
regulates regulations rehearsal rehearse rehearsed reigned rein reindex reinforce reinforced reinstall reinstalled reinstalling reinstalls reinvent reject
rejected rejecting rejection rejects rel relabel relabeled relate related relation relational relations relationship relative relatively relaunch relax relaxed
relaxes relaxing relay release released releases releasing relevance relevant reliability reliable reliably relied relief relies relieve relieved religion
reload reloaded reloading reloads relocated reluctant reluctantly rely relying remain remainder remained remaining remains remappable remark remarkable
remarkably remarks remedies remedy remember remembered remembering remembers remind reminded reminder reminders reminding reminds remnant remote remotely
removal remove removed removes removing rename renamed renames renaming render rendered renderer rendering renders renew renewal renewals renewed renews
renovated renovation rent rental rented renting rents renumber renumbered reopen reopened reopening reopens reorder reordered reordering reorganization
)"
    R"(
reorganized repaid repaint repair repaired repairing repairman repairs repeat repeatable repeated repeatedly repeating repeats repellent repetition repetitions
repetitive rephrase rephrased replace replaced replacement replacements replaces replacing replay replayed replaying replays replica replicas replicate
replicated replication replied replies reply repo report reported reportedly reporter reporters reporting reports repositories repository represent
representation representative represented represents reprinted reproduce reproduced reproduces reproducible reproducing reproduction reproductions repurposed
reputation request requested requester requests require required requirement requirements requires reran reread rereading rerender rerun rerunning reruns
resample resampled resampler resampling reschedule rescue rescued rescues research researchers resemblance resemble resembles resend resends resent reservation
reservations reserve reserved reserves reset resets resetting reshaped reside resident residents resides residual residuals resign resigned resilient resist
resisted resistor resize resized resizes resizing resolution resolve resolved resolver resolvers resolves resolving resonates resort resorted resource resources
respect respected respective respectively respects respond responded responding responds response responses responsibilities responsibility responsible
responsibly responsive rest restart restarted restarting restarts restaurant restaurants rested resting restore restored restores restoring restrict restricted
restricting restriction restrictive restroom restructure restructured restructuring rests result resulted results resumable resume resumed resumes resuming
retain retained retains retention rethink rethinking rethought rethrow rethrown retire retired retirement retouched retrain retraining retransmission retreated
retried retries retrieval retrieve retrieved retrieves retrospect retrospective retry retrying retune return returned returning returns reunion reusable reuse
reused reuses reusing reveal revealed reveals revenue reverb reverse reversed reversible revert reverted reverting reverts review reviewed reviewer reviewer's
reviewers reviewing reviews revise revised revision revisit revisited revived revoke revoked revokes revolution revolves reward rewarded rewards rewind reworded
rework rewrite rewrites rewriting rewritten rewrote rhyme rhythm rib ribbon rice rich rid ridden riddle ride rides ridge ridiculous riding right rightly
rightmost rights rigid rigidly rigorous ring ringing rings rinse ripe ripen ripped ripples rise risen rises rising risk risked riskier riskiest risks risky
ritual rival rivals river rivers rm road roadmap roads roam roar roared roast roasted robbed robber robbery robot robot's robotic robotics robots robust
robustness rock rocked rocket rockets rocks rocky rode role roles roll rollback rollbacks rolled rolling rollout rollouts rolls roof roofs room roommate rooms
rooster root roots rope roped ropes rose roses rot rota rotate rotated rotates rotating rotation rotations rots rotten rough rougher roughly round roundabout
rounded rounding rounds roundtrip route routed router routers routes routine routinely routing row rows royal rub rubbed rubber rubbing rubbish rude rug ruin
ruined ruins rule ruled ruler rulers rules ruling rumbled rumor rumors run runaway runbook runbooks rung runner runners running runs runtime runtimes runway
rural rush rushed rust rusty sack sacrifice sacrificed sacrifices sad saddle sadly safe safeguard safely safer safest safety safety's saga said sail sailed
sailing sailor sailors sails sake salad salaries salary sale sales salesperson salmon salon salt salted saltier salty salvage salvaged same sample sampled
sampler samples sampling samurai sand sandals sandbox sandboxed sandpaper sandwich sandwiches sane sang sanitize sanitized sanitizer sanitizers sanitizes
sanitizing sanity sank sarcasm sat satellite satellites satisfaction satisfactory satisfied satisfies satisfy saturated saturates saturation sauce saucepan
sausage sausages save saved savepoint savepoints saver saves saving savings saw say saying says scaffold scaffolded scaffolding scaffolds scalable scalar scale
scaled scaler scales scaling scam scan scandal scanned scanner scanners scanning scans scar scarce scare scarecrow scared scares scarf scarves scary scattered
scatters scenario scene scenery scenes scenic scent schedule scheduled scheduler schedulers schedules scheduling schema schemas scheme scholarship school
school's schools science scientist scientists scissors scold scolded scooter scope scoped score scored scores scoring scout scouts scrambled scrape scraped
scraper scrapes scraping scratch scratched scratches scream screamed screen screens screenshot screenshots screw screwdriver screwed screws script scripted
scripting scripts scroll scrollable scrollbar scrolled scrolling scrolls scrub scrubbed scrutinized scrutiny sculpture sea seagull seal sealed seam seamless
seams search searchable searched searches searching seas seashells seasick season seasons seat seated seating seats seaweed second secondary secondhand seconds
secret secretary secretly secrets section sections sector sectors secure secured securely security see seed seeded seeding seeds seeing seek seeking seeks seem
seemed seemingly seems seen sees segfault segment segmentation segmented segmenter segments seized seldom select selected selecting selection selectively
selector selectors selects self selfish sell seller selling sells semantic semantics semaphore semester semicolon semicolons semver senator send sender sender's
senders sending sends senior sensation sense senses sensible sensitive sensor sensor's sensors sent sentence sentenced sentences sentiment sentinel separate
separated separately separates separating separation separator sequel sequence sequences sequential sequentially serial serialization serialize serialized
serializer serializers serializes series serious seriously serve served server server's serverless servers serves service services serving session sessions set
setback sets setter setting settings settle settled settles settling setup seven seventeen seventh seventy several severe severely severity sew sewed sews sh
shade shader shades shadow shadowed shadowing shadows shake shakes shaking shaky shall shallow shame shampoo shape shaped shapes shard sharded sharding shards
share shareable shared shares sharing sharks sharp sharpen sharpening sharpens sharper sharply shattered shave shaved shaves shaving she she'd she'll she's
shebang shed sheep sheer sheet sheets shelf shell shellfish shells shelter shelve shelved shelves shepherd shields shift shifted shifting shifts shim shine
shines shingles shining shiny ship shipment shipped shipping ships shirt shirts shivered shock shocked shoe shoelace shoelaces shoes shone shook shoot shooter
shooting shop shop's shopped shopping shops shore short shortage shortcomings shortcut shortcuts shorten shortened shortening shortens shorter shortest shortly
shorts shot shots should should've shoulder shoulders shouldn't shout shouted shouting shoved shovel show showcases showed shower showers showing shown shows
showstopper shrank shredded shrimp shrine shrink shrinker shrinking shrinks shrugged shrunk shuffle shuffled shuffles shuffling shut shutdown shuts shutter
shutting shuttle shy shyness sibling sick side sidebar sidecar sideline sides sidestep sidestepped sidesteps sidewalk sideways siege sieve sifting sigh sighed
sight sighted sightseeing sign signal signaled signaling signals signature signatures signed significant significantly signing signs signup signups silence
silenced silences silent silently silk silly silver similar similarity similarly simmer simple simpler simplest simplicity simplified simplify simplifying
simply simulate simulated simulates simulating simulation simulator simultaneous simultaneously since sincere sine sing singer singers singing single singled
singles singleton singletons singly sings singular sink sinks sips sister sister's sisters sit site sitemap sites sits sitting situation six sixteen sixth sixty
size sized sizes skater skates skeletal skeleton skeptical sketch sketched sketching skew skewed ski skied skiers skiing skill skills skim skimmed skin skip
skipped skipping skips skirt sky skyscraper slack slam slammed slapped slash slashes sleep sleepiness sleeping sleeps sleepy sleeve sleeves slender slept slice
sliced slices slicing slid slide slider slides slight slightest slightly slim slip slipped slippers slippery slips slogan slope slopes sloppy slot slots slow
slowdown slowed slower slowest slowing slowly slowness slows slug sluggish small smaller smallest smart smartphone smartphones smashed smell smelled smells
smile smiled smiles smiling smoke smokers smokes smoking smooth smoothed smoother smoothing smoothly smooths snack snacks snag snail snake snap snapped snappy
snaps snapshot snapshots snatched sneaked sneeze sneezed sniffed sniffs snippet snores snow snowed snowfall snowing snowman snows snowstorm snowy so soak soaked
soap soar sober sobering soccer society sock socket sockets socks sofa soft softened softer softly softmax software soil solar sold soldered soldier soldiers
sole solely soles solid solution solutions solve solved solver solves solving some somebody somebody's someday somehow someone someone's something sometimes
somewhat somewhere son song songbook songs sons soon sooner soothes sophisticated soprano sore sorry sort sortable sorted sorting sorts sought soul sound
sounded sounds soup sour source sources sourcing sourer south southern southwest souvenir soy soybeans space spaces spacing spam spammers span spans spare
spared spares sparked sparkles sparse spatial spawn spawned spawns speak speaker speaker's speakers speaking speaks spec special specialist specialization
species specific specifically specification specificity specified specify specifying specimen spectacular spectators spectrogram spectrograms spectrum speculate
speculating speculatively sped speech speed speeding speeds speedup speedy spell spelled spelling spellings spells spend spending spends spent sphere spices
spicy spider spiders spike spiked spikes spill spilled spills spin spinach spine spinlock spinner spinning spins spirals spirit spite spits splash splinter
split splits splitter splitting spoil spoiled spoils spoke spoken sponge sponsor sponsors spontaneous spoofed spoon spoonful spoons sporadic sport sports spot
spots spotted spread spreading spreads spreadsheet spreadsheets spring springs sprinkle sprint sprite sprites sprout sprouting spun spurious spy squad square
squared squares squash squashed squashing squeaked squeaks squeaky squealed squeeze squeezed squeezing squint squirrel squirrels src stability stabilize
stabilized stable stack stacked stacking stadium staff staffed stage staged stages staging stain stained stainless stains staircase stairs stake stakeholder
stakeholders stale stall stalled stalls stamp stamped stamps stance stand standalone standard standardized standards standby standing standpoint stands
standstill standup stapler star starch stare stared staring stark stars start started starter starting startled startles starts startup starvation starve
starved starves starving stash stashed stashing state stated stateless statement statements states static statically station stationed stations statistic
statistically statistics statue status stay stayed staying stays stderr stdin stdout steadily steady steak steaks steal stealing steals steam steel steep
steeper steeply steer steered stem stems step stepped stepping steps stereo stew stick sticker sticking sticks sticky stiff stiffness still stimulates sting
stir stirred stirring stitch stitched stitches stock stocks stole stolen stomach stomachache stone stones stood stool stop stopgap stopped stopping stops
)"
    R"(
stopwatch storage store stored stores stories storing storm storms stormy story stove strace straight straighten straightened straightforward strain strains
strand strands strange strangely stranger stranger's strangers strangest strap strategic strategies strategy straw strawberries stray streak streaked stream
streamed streaming streamlined streams street streets strength strengthen strengthens stress stressed stretch stretched stretches stretching strict stricter
strictest strictly strike strikes strikethrough striking string stringent strings strip striped stripes stripped strips strive stroke stroked strokes stroll
strolled strong stronger strongest strongly struck struct structural structure structured structures structuring struggled struggles struggling stub stubbed
stubborn stubbornly stubs stuck student students studied studies studio study studying stuff stuffed stuffy stumble stumbled stumbles stumped stung stunned
stupid sturdy stutter stuttering stutters style styled styles stylesheet styling sub subclass subclasses subcommand subdirectories subdomain subdomains
subfolder subfolders subheadings subject submarine submenu submission submissions submit submits submitted submitting submodule submodules subnet subnets
subprocess subquery subscribe subscribed subscriber subscribers subscribes subscription subscriptions subsequent subset subsetting subshell subsided substance
substances substantial substantially substitute substituted substitution substring subsystem subtitle subtitles subtle subtly subtract subtracted subtracting
subtraction subtracts subtree suburb subway subword succeed succeeded succeeding succeeds success successes successful successfully succession successive
successor succinct such sucked sudden suddenly sudo sue sued suffer suffered suffers suffice sufficient sufficiently suffix sugar suggest suggested suggesting
suggestion suggestions suggests suit suitable suitcase suitcases suite suites suits sum summarize summarized summarizing summary summation summed summer summers
summit sums sun sunflowers sung sunglasses sunk sunlight sunny sunrise sunscreen sunset superb superclass superficial superfluous superior supermarket
supersedes superset superuser supervise supervisor supplementary supplements supplied supplier supplier's suppliers supplies supply support supported supporting
supports suppose supposed supposedly suppress suppressed suppressing suppression sure surely surface surfaced surfaces surfers surfs surge surged surgeon
surgery surname surpassed surplus surprise surprised surprises surprising surprisingly surrender surrendered surrogate surround surrounded surrounding
surroundings survey survive survived survives survivor survivors sushi suspect suspected suspects suspended suspends suspicion suspicious suspiciously sustain
sustained swallow swallowed swallowing swallows swam swamp swamped swan swans swap swapped swapping swaps swarmed swayed sways swear sweat sweater sweaters
sweating sweep sweeper sweeps sweet sweeter sweetness sweets swelled swells swept swift swim swimmer swimmers swimming swims swing swings swipe swiping switch
switched switches switching swollen sword swords sworn swum swung syllable symbol symbolic symbols symlink symlinks symmetric sympathy symphony symplectic
symptom symptoms sync synced synchronization synchronized synchronizer synchronous synchronously syncing syncs synonym synonyms syntactic syntax synthesis
synthesized synthesizer synthetic syrup system system's systematic systematically systemd systems t's tab table tablecloth tables tablet tablet's tablets tabs
tack tacked tackle tackled tactics tag tagged tagging tags tail tailing tailor tailored tails taint take takeaway taken takeoff takes taking tale talent talk
talkative talked talking talks tall taller tallest tame tampered tampering tangible tangle tangled tango tank tap tape tapes tapped tapping taps tar tarball
target targeted targets tariff tariffs task tasks taste tasted tastes tasty taught tax taxed taxes taxi taxis taxonomy tea teach teacher teacher's teachers
teaches teaching team team's teammate teammates teams teamwork tear teardown tears teas tease teased teasing teaspoon tech technical technically technician
technique technology tedious tee teenagers teeth telemetry telephone teleport telescope television televisions tell telling tells temp temper temperature
temperatures template templates temple tempo temporaries temporarily temporary temptation tempted tempting tempura ten tenant tenant's tenants tend tendency
tender tends tenfold tennis tenor tens tense tension tensor tensors tent tentative tenth tenths terabytes term terminal terminals terminate terminated
terminates terminating termination terminator terminology terms ternaries ternary terrace terraform terrible terribly terrific terrified terrifies territory
terse test testable tested tester testers testified testing tests text textarea textbook textbooks texted texts textual texture textures than thank thanked
thankful thanking thanks that that'll that's thaw the theater theft their theirs them theme themes themselves then theoretical theories theory therapy there
there'll there's thereby therefore thermal thermometer thermostat these thesis they they'd they'll they're they've thick thickens thicker thief thieves thin
thing things think thinking thinks thinly thinner third thirds thirst thirsty thirteen thirteenth thirtieth thirty this thorough thoroughly those though thought
thoughtful thoughts thousand thousands thousandth thread threads threat threatened threatens three threshold thresholds threw thrilled thrive thrives throat
throttle throttled throttles throttling through throughout throughput throw throwaway throwing thrown throws thumb thumbnail thumbnails thumbs thunder
thundering thunders thunderstorm thunderstorms thus tick ticked ticker ticket tickets ticking tickle ticks tide tides tidied tidy tidying tie tied tier ties
tiger tight tighten tightened tightening tightens tighter tightly tilde tile tiled tiles tiling till tilt tilted tilts time timed timeline timely timeout
timeouts timer timers times timestamp timestamps timetable timetables timezone timid timing timings tin tiny tip tipped tips tire tired tires tiring tissue
tissues title titles tmp to toast toasted toaster today today's toddler toes tofu together toggle toggled toggles toilet token token's tokenized tokenizer
tokens told tolerable tolerance tolerant tolerate tolerated tolerates toll tomato tomatoes tombs tomorrow tomorrow's tone toned tongue tongues tonight tonight's
tons too took tool toolbar toolbox toolchain tooling tools tooltip tooltips tooth toothache toothbrush toothpaste top topic topics topological topology topped
torch tore torn tornado torque tortoise toss tossed total totally totals touch touched touches touching touchpad touchscreen tough tougher toughest tour tourism
tourist tourists tournament tournaments toward towards towed towel towels tower towers town towns toxic toy toys trace traced tracer traces tracing track
tracked tracker trackers tracking tracks tractor trade traded trademark tradeoff trades tradition traditional traffic tragedy trail trailer trailing trails
train trained trainer training trains trait traits tram transaction transactions transcribe transcribed transcribes transcript transcription transcripts
transfer transferred transfers transform transformation transformed transformer transforms transient transit transition transitions transitive translate
translated translates translating translation translations translator translators transmissions transmits transmitted transparency transparent transparently
transpiled transpiler transport transportation trap trapped traps trash travel traveled traveler travelers traveling travellers travels traversal traverse
traversed traverses tray tread treasure treasurer treat treated treating treatment treats treaty tree trees tremble trembled trembles trembling tremendous trend
trends trial trials triangle triangles tribe trick trickier trickling tricks tricky trie tried tries trigger triggered triggering triggers trigrams trillion
trim trimmed trimming trims trip tripled triples tripped trips triumph trivial trivially troops trophy tropical trotted trouble troubleshoot troubleshooting
trousers truck trucks true truly trumpet truncated truncates truncating trunk trust trusted trusting trusts trustworthy truth truthful truthy try trying tsunami
tub tube tucked tugged tulip tulips tumbled tuna tune tuned tuner tuning tunnel tunnels tuple tuples turbulence turbulent turkey turn turned turning turns
turnstile turtle turtles tutor tutorial tweak tweaked tweaking tweaks tweet tweezers twelfth twelve twentieth twenty twice twin twins twist twisted twists two
tying type typed typeface types typhoon typical typically typing typo typos ubuntu ugly ultimate umbrella umbrellas umlaut umlauts unable unaffected unambiguous
unanimous unanimously unanswered unattached unattended unavailable unavoidable unaware unbearable unbearably unbiased unblock unblocked unblocks unbounded
uncaught uncertain uncertainty unchanged unchecked uncle uncle's unclear unclosed uncomfortable uncommented uncommitted uncommon unconditional uncovered
undecided undefined under underestimate underestimated underflow undergoing underground underline underlined underlines underlying underneath underrun
underscore underscores understand understandable understandably understanded understanding understands understood undertaking underwent undesirable undetected
undid undisturbed undo undocumented undoes undoing undone undoubtedly undress unearthed uneasy unemployed unemployment unequal unescaped uneven unevenly
unexpected unexpectedly unfair unfamiliar unfinished unfold unfolded unforeseen unfortunate unfortunately unhandled unhappy unhealthy unhelpful unified uniform
uniformly unify unimportant uninitialized uninstall uninstalled uninstaller uninstalling unintended unintentional union unique uniquely uniqueness unit unites
units universal universe university unknowingly unknown unless unlike unlikely unlimited unlock unlocked unlocks unlucky unmaintained unmerged unmount unmounted
unmounts unnamed unnatural unnecessarily unnecessary unneeded unnoticed unofficial unopened unpack unpacked unpacking unpacks unpaid unpleasant unplug unplugged
unplugs unprecedented unpredictable unpushed unquoted unreachable unread unreadable unrealistic unreasonable unregistered unrelated unreleased unreliable
unresolved unresponsive unrestricted unrolled unrotated unsafe unsaved unscrewed unseen unset unsigned unsold unsorted unspecified unstable unstyled unsubscribe
unsubscribed unsubscribes unsuccessful unsupported unsure untangle untangled untangling untested untick untie untied until untouched untracked untrimmed
untrusted unusable unused unusual unusually unverified unwanted unwieldy unwilling unwind unwrap unwrapped unwraps unzipped up upcoming update updated updater
updates updating upfront upgrade upgraded upgrades upgrading upheld upload uploaded uploader uploading uploads upon upper uppercase upright ups upsert upset
upshot upside upstairs upstream uptime upward upwards urge urged urgency urgent urgently us usability usable usage usages use used useful useless user user's
username users uses using usual usually utility utilization utilized utils utmost utter vacant vacation vaccinated vaccination vaccine vacuum vacuums vague
vaguely vain valid validate validated validates validating validation validator validators validity valley valuable value valued values valve van vanilla vanish
vanished vanishes vanishing variable variables variadic variance variant variants variation variations varied varies variety various vary vase vast vastly vault
vector vectored vectorization vectorize vectorized vectors vegetable vegetables vegetarian vegetarians vehicle vehicles vein veins velocity vending vendor
)"
    R"(
vendor's vendored vendors ventured venue verb verbal verbatim verbose verbs verdict verge verification verified verifies verify verifying versa versatile
version versioned versioning versions versus vertex vertical vertically vertices very vessel vet veteran veterinarian veto vetoed vets via viable vibrates vice
vicinity vicious victim victims victory video videos view viewed viewer viewers viewpoint viewport views vigilant vigorously village villages villain vine
vinegar vines violate violated violates violating violation violations violence violent violin violinist virtual virtually virtue virus viruses visa visas
visibility visible visibly vision visit visited visiting visitor visitor's visitors visits visual visualize visualized visualizes visually vital vitamin
vitamins vivid vocabularies vocabulary vocoder voice voiced voices void voids volatile volcano volcanoes volleyball voltage volts volume volumes voluntary
volunteer volunteered volunteers vote voted voter voters votes voting vouch voucher vouches vowed vowel vowels voyage vulnerabilities vulnerability vulnerable
waffles wages wagged waist wait waited waiter waiter's waiters waiting waitress waits waive waived wake wakes wakeup waking walk walked walking walks wall
wallet wallpaper walls wander wandered wandering wanders want wanted wants war ward wardens wardrobe wards warehouse warm warmed warmer warming warmly warms
warmth warmup warn warned warning warnings warns warrant warrants warranty wary was wash washed washes washing wasn't wasp wasps waste wasted wasteful wastes
wasting watch watchdog watched watcher watches watching water watercolor watered waterfall watering watermark watermelon waterproof waters watts wave waved
waveform waves wavy wax way ways we we'd we'll we're we've weak weaken weakened weakens weaker weakest weakness weaknesses wealth weapon weapons wear wearing
wears weather web webcam webhook webhooks webpack webpage website websites websocket wedding weddings weed weeds week week's weekday weekdays weekend weekends
weekly weeks weigh weighed weighing weighs weight weighted weights weird welcome welcomed weld welded well went wept were weren't west wet whale whales what
what's whatever whatsoever wheat wheel wheelbarrow wheelchair wheelchairs wheels when whenever where whereabouts whereas whereupon wherever whether which
whichever while whining whip whirled whisper whispered whispering whistle whistled white whiteboard whitelist whitelisted whites whitespace whittled who who'd
who'll who's who've whoever whole whom whose why wide widely widen widened widening wider widespread widest widget widgets widow width widths wife wife's wifi
wiki wild wildcard wildly will willing win wind winding window windows windowsill winds windshield windup windy wine wing wings winked winner winning wins
winter winters wipe wiped wipes wire wired wireframe wireless wires wiring wisdom wise wisely wiser wish wished wishes witch with withdraw withdrawn withdraws
withdrew withered withholding within without withstand witness witnessed witnesses wizard wobbles woke woken wolf wolves woman women won won't wonder wondered
wonderful wondering wonders wood wooden woodpecker woods wool word worded wording words wordy wore work workaround workarounds worked worker workers workflow
working workload workplace works workshop workspace workspaces workstation worktree world world's worlds worm worms worn worried worries worry worrying worse
worsened worst worth worthless worthwhile worthy would would've wouldn't wound wrap wrapped wrapper wrappers wrapping wraps wreck wrecked wrench wrestled
wrestlers wrestling wriggled wrinkled wrinkles wrist wrists writable write writer writers writes writing written wrong wrongly wrongs wrote www yak yanked yard
yards yarn yawned yawning year year's yearly years yeast yell yelled yelling yellow yen yes yesterday yesterday's yet yield yielded yielding yields yoga yogurt
yolks you you'd you'll you're you've young younger youngest your yours yourself youth zebra zebras zero zeroed zeroing zeros zip zipped zipper zombie zone zones
zoo zoom zoomed zooming zooms zsh
)";

const std::string_view kEnglishNames =
    R"(
Actions Advanced Africa Ages Alps America American Android Anna Apache April Arabic Asia August Australia Austria Back Bash Ben Berlin Bloom Bluetooth Brazil
British Canada Canadian Cancel Celsius Christmas Chrome Code Control Ctrl Day Debian December Delete Denmark Django Docker Dockerfile Dutch Earth Egypt Emma
England English Enter Escape Europe Excel Fahrenheit February Finland Firefox Flask France French Friday Fridays Gbps Geneva German Germany Git Go Google
Halloween Helm Hokkaido Hz I India Ireland Italian Italy January Japan Japanese Java Jenkins Julia July June Kafka Ken Kenya Korean Kotlin Kubernetes Kyoto
Latin Linux Lisbon London Lua Lucas Lucy Mac Macs Makefile Makefiles March Maria Markdown May Mbit Mbps Middle Monday Mondays Mount Mr Ms Nagoya Nara New Node
Norway November October Olympics Osaka Outlook Parquet Paul Perl Peter Polish Portuguese Postgres Prize Python Rails React Redis Roman Romans Rome Russian Rust
Safari Sahara Sara Saturday Saturdays Save Send September Shift Slack South Spain Spanish States Studio Sunday Sundays Tab Terraform Thursday Thursdays Tokyo
Tom Tower Tuesday Tuesdays Turkish United Unity Vault Vietnam Vietnamese Vim Vite Vue Wall Washington Wednesday Wednesdays Wi Windows Word Year York
)";

const std::string_view kAlsoInCapitals =
    R"(
AM ANALYZE ARM CHANGELOG COPY DEBUG DELETE FALSE FROM GET HEAD HOME HOST INSERT IT JAR JOIN LED LICENSE LIKE NULL OFF ON OPTIONS PATCH PATH PIN PM PORT POST PUT
RAID RAW REST SELECT SHELL SUM SYSTEM TIMEOUT TRUE UPDATE US USER WHERE
)";

}  // namespace sotto::text
